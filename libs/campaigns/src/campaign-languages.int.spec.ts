import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Integrations } from '@dundun/accounts';
import { aReachableNumber } from '@dundun/domain/sms-marketing/testing';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { CampaignReports } from './reports/campaign-reports.service.js';
import { audienceOf } from './testing-audience.js';
import { aProcess, type Process } from './testing.js';

const CONTENT = {
  language: 'en',
  translations: {
    de: { subject: 'Neues', text: 'Hallo, https://shop.example/de' },
    'pt-BR': { subject: 'Novidades', text: 'Olá' },
  },
};

describe('a campaign in several languages', () => {
  const db = useDatabase();
  let workspaceId: number;
  let all: Process;

  beforeAll(async () => {
    all = await aProcess(db.config);
  });
  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
  });
  afterAll(() => all.close());

  const { run, aList, aMember, aReaderOfSms } = audienceOf(
    () => db.database,
    () => workspaceId,
  );
  const speaks = (person: string, language: unknown) =>
    run(`UPDATE people SET meta = $3 WHERE workspace_id = $1 AND id = $2`, person, { language });
  const sent = async (column: string) => {
    const rows = await db.database.query<{ address: string; said: string }>(
      `SELECT recipients->0->>'address' AS address, content->>'${column}' AS said FROM messages WHERE workspace_id = $1`,
      [workspaceId],
    );
    return Object.fromEntries(rows.map(({ address, said }) => [address, said]));
  };

  it('reaches each reader in theirs, and others in the default one', async () => {
    const list = await aList();
    const languages = { ada: 'de-AT', grace: 'pt', edsger: 'nl', linus: 7, alan: undefined, joan: 'en-GB' };
    for (const [name, language] of Object.entries(languages))
      await speaks(await aMember(list, `${name}@example.com`), language);
    const id = await all.started(workspaceId, { lists: [list], track_clicks: true }, CONTENT);
    await all.freezeAll(workspaceId, id);
    await all.feedAll(workspaceId, id);
    expect(await sent('subject')).toEqual({
      'ada@example.com': 'Neues',
      'grace@example.com': 'Novidades',
      'edsger@example.com': 'News',
      'linus@example.com': 'News',
      'alan@example.com': 'News',
      'joan@example.com': 'News',
    });
  });

  it('reaches each reader of SMS in theirs', async () => {
    await run(`UPDATE workspaces SET sms_quiet_hours = NULL WHERE id = $1`);
    await all.get(Integrations).connectInbox(workspaceId, 'termii', ['SHOP']);
    const list = await aList();
    const [one, other] = [aReachableNumber(), aReachableNumber()];
    await speaks(await aReaderOfSms(list, one), 'pt-PT');
    await speaks(await aReaderOfSms(list, other), 'fr');
    const fields = { lists: [list], channel: 'sms' as const, sms_source: 'termii' as const, sms_from: 'SHOP' };
    const id = await all.started(workspaceId, { ...fields, content: { text: 'Hello' } }, CONTENT);
    await all.freezeAll(workspaceId, id);
    await all.feedAll(workspaceId, id);
    expect(await sent('body')).toEqual({ [one]: 'Olá', [other]: 'Hello' });
  });

  it('has the language of each link in its report, and lets its target be changed', async () => {
    const list = await aList();
    await speaks(await aMember(list, 'ada@example.com'), 'de');
    const id = await all.started(workspaceId, { lists: [list], track_clicks: true }, CONTENT);
    const stored = (await all.repository.find(workspaceId, id))!;
    const german = stored.content_languages?.[0]?.de as string;
    await db.database.execute(
      `INSERT INTO message_group_links (workspace_id, group_id, content_id, link, what, count) VALUES ($1, $2, $3, 0, 'clicked', 1)`,
      [workspaceId, id, german],
    );
    const { links } = await all.get(CampaignReports).report(stored);
    expect(links).toMatchObject([{ content: german, language: 'de', url: 'https://shop.example/de', clicked: 1 }]);
  });
});
