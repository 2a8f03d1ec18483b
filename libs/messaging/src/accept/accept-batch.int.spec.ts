import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { accountsEntities, Integrations, ProviderSets, SendingDomains } from '@dundun/accounts';
import { UnavailableError, type JsonObject } from '@dundun/domain';
import { TrackingRefusals } from '@dundun/people';
import { Seal } from '@dundun/platform/config';
import type { Caller } from '@dundun/platform/http';
import type { Jobs } from '@dundun/platform/jobs';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { AcceptBatch, type BatchItem } from './accept-batch.service.js';
import { AcceptEmail } from './accept-email.service.js';
import { AcceptSms } from './accept-sms.service.js';
import { AcceptedMessages } from './accepted-messages.repository.js';
import { messagingEntities } from '../index.js';
import { MessageRepository } from '../message/message.repository.js';
import { ShortLinks } from '../tracking/short-links.repository.js';
import { TemplateRenderer } from '../templates/template-renderer.service.js';
import { TemplateRepository } from '../templates/template.repository.js';
import { Templates } from '../templates/templates.service.js';
import { Tracking } from '../tracking/tracking.service.js';
import { TrackingTokens } from '../tracking/tracking-tokens.service.js';
import { UnsubscribeLinks } from '../tracking/unsubscribe-links.service.js';

describe('a batch of sends', () => {
  const db = useDatabase([...accountsEntities, ...messagingEntities]);
  const renderer = new TemplateRenderer();
  let templates: Templates;
  let domains: SendingDomains;
  let batches: AcceptBatch;
  let workspace: number;

  beforeAll(() => {
    const { database, config } = db;
    const seal = new Seal([config.SECRET_KEY]);
    const sets = new ProviderSets(database, seal);
    domains = new SendingDomains(database);
    templates = new Templates(database, new TemplateRepository(database), renderer);
    const tracking = new Tracking(config, domains, new ShortLinks(database), new TrackingTokens(seal), new TrackingRefusals(database)); // prettier-ignore
    const jobs = { wake: () => undefined } as unknown as Jobs;
    const accepted = new AcceptedMessages(database, new MessageRepository(database), jobs);
    const links = new UnsubscribeLinks(config, seal, new MessageRepository(database));
    const emails = new AcceptEmail(config, sets, domains, templates, tracking, accepted, links);
    const texts = new AcceptSms(new Integrations(database, seal, sets), tracking, accepted);
    batches = new AcceptBatch(database, emails, texts, accepted);
  });
  beforeEach(async () => {
    workspace = await aWorkspace(db.database);
    await domains.connect(workspace, 'example.com');
  });
  afterAll(() => renderer.onApplicationShutdown());

  const anItem = (fields: JsonObject = {}): JsonObject => ({
    type: 'email',
    from: { name: 'Ada', email: 'ada@example.com' },
    to: 'grace@example.com',
    subject: 'Hello',
    text: 'Hello',
    ...fields,
  });
  const fromTemplate = () => anItem({ text: '', template: 'long', template_variables: {} });
  const aLongTemplate = () => templates.put(workspace, { name: 'long', text: 'A'.repeat(900_000) });
  const accept = async (items: JsonObject[]): Promise<BatchItem[]> => {
    const key = { kind: 'public', strictKeys: true, keyId: 'k1' } as const;
    const caller: Caller = { workspaceId: workspace, plan: 'unlimited', level: 'full', ...key };
    return ((await batches.accept(caller, items, 'req_1')) as { body: { data: BatchItem[] } }).body.data;
  };
  const idsOf = (results: BatchItem[]) => results.flatMap((each) => ('id' in each ? [each.id] : []));
  const stored = () =>
    db.database.query<{ id: string; length: number }>(
      "SELECT id, length(content->>'text') AS length FROM messages WHERE workspace_id = $1 ORDER BY id",
      [workspace],
    );

  it('stores messages in order up to the limit of rendered bytes, and refuses the rest in place', async () => {
    await aLongTemplate();
    const results = await accept([anItem(), ...Array.from({ length: 80 }, fromTemplate), anItem()]);
    const ids = idsOf(results);
    expect(ids).toHaveLength(36);
    expect(results.slice(36)).toEqual(
      Array.from({ length: 46 }, () => ({
        error: expect.stringContaining('come to more than 32 MB once they are rendered'),
        code: 'batch_too_large',
      })),
    );
    const rows = await stored();
    expect(rows.map(({ id }) => id)).toEqual(ids.toSorted());
    expect(rows.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([5, ...Array(35).fill(900_000)]);
  });

  it('is refused while the process holds too much, and accepted afterwards', async () => {
    await aLongTemplate();
    const all = await Promise.allSettled(
      Array.from({ length: 5 }, () => accept(Array.from({ length: 30 }, fromTemplate))),
    );
    const refused = all.flatMap((each) => (each.status === 'rejected' ? [each.reason as Error] : []));
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(5);
    for (const reason of refused) expect(reason).toBeInstanceOf(UnavailableError);
    expect(idsOf(await accept(Array.from({ length: 30 }, fromTemplate)))).toHaveLength(30);
  });
});
