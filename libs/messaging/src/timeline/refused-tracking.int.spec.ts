import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { accountsEntities, SendingDomains } from '@dundun/accounts';
import { TrackingRefusals } from '@dundun/people';
import { Seal } from '@dundun/platform/config';
import { newId } from '@dundun/platform/database';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { MessageContents } from '../contents/message-contents.repository.js';
import type { NewMessage } from '../message/message.js';
import { aMessage, aRecipient, queued } from '../testing.js';
import { ShortLinks } from '../tracking/short-links.repository.js';
import { TrackedMessages } from '../tracking/tracked-messages.repository.js';
import { TrackingTokens } from '../tracking/tracking-tokens.service.js';
import { Tracking } from '../tracking/tracking.service.js';
import { RefusedTracking } from './refused-tracking.service.js';

const [ADDRESS, NUMBER] = ['ada@reader.test', '2348012345678'];
const TRACKED = { track_opens: true, track_clicks: true };

describe('a copy of a tracked message', () => {
  const db = useDatabase(accountsEntities);
  let tracking: Tracking;
  let contents: MessageContents;
  let refusals: TrackingRefusals;
  let refused: RefusedTracking;
  let [workspace, person] = [0, ''];

  beforeAll(() => {
    const { database, config } = db;
    const tokens = new TrackingTokens(new Seal([config.SECRET_KEY]));
    [contents, refusals] = [new MessageContents(database), new TrackingRefusals(database)];
    tracking = new Tracking(config, new SendingDomains(database), new ShortLinks(database), tokens, refusals);
    refused = new RefusedTracking(refusals, contents, new TrackedMessages(database), tokens);
  });
  beforeEach(async () => {
    [workspace, person] = [await aWorkspace(db.database), newId()];
    await db.database.execute(`INSERT INTO people (workspace_id, id, uid, uid_updateable, email, number) VALUES ($1, $2, 'ada', false, $3, $4)`, [workspace, person, ADDRESS, NUMBER]); // prettier-ignore
    await db.database.execute(`INSERT INTO person_keys (workspace_id, kind, value, person_id) VALUES ($1, 'email', $3, $2), ($1, 'number', $4, $2)`, [workspace, person, ADDRESS, NUMBER]); // prettier-ignore
  });

  const to = (address: string, over: Partial<NewMessage>) =>
    aMessage(workspace, { recipients: [aRecipient(address)], ...over });
  const refuse = () => refusals.change(workspace, person, true);
  const copy = (first: NewMessage): NewMessage => ({ ...first, id: newId() });

  it('of an email is as it was written if its reader has refused tracking since', async () => {
    const html = '<p><a href="https://a.test/?x=1&amp;y=$&amp;z">a</a> <a href="https://b.test/">b</a></p>';
    const content = { subject: 'S', html, text: 'https://a.test/?x=1&y=$&z' };
    const { message } = await tracking.email(to(ADDRESS, { content }), TRACKED);
    expect(await refused.email(copy(message), message.id)).toEqual(message.content);
    await refuse();
    expect(await refused.email(copy(message), message.id)).toEqual({ ...content, isUntracked: true });
  });

  it('of an email with tracked opens alone loses its pixel', async () => {
    const content = { subject: 'S', html: '<p>Hello</p>', text: 'Hello' };
    const { message } = await tracking.email(to(ADDRESS, { content }), { track_opens: true });
    await refuse();
    expect(await refused.email(copy(message), message.id)).toEqual({ ...content, isUntracked: true });
  });

  it('by reference says so, and only if its content is tracked', async () => {
    await refuse();
    const shared = { workspace_id: workspace, subject: 'S', html: null, text: 'Hi', variables: [], links: null };
    const [plain, tracked] = [newId(), newId()];
    await contents.insert({ ...shared, id: plain, track: null });
    await contents.insert({ ...shared, id: tracked, track: { opens: true, clicks: false, honeypot: null } });
    const given = (ref: string) => to(ADDRESS, { content: { subject: 'S', ref, variables: {} } });
    expect(await refused.email(given(plain), newId())).not.toHaveProperty('isUntracked');
    expect(await refused.email(given(tracked), newId())).toMatchObject({ ref: tracked, isUntracked: true });
  });

  it('of an SMS leads straight to its targets, and its segments are counted again', async () => {
    const target = `https://a.test/${'x'.repeat(160)}`;
    const given = to(NUMBER, { channel: 'sms', source: 'twilio', content: { body: `Sale: ${target}` }, segments: 2 });
    const message = await tracking.sms(given, { track_clicks: true });
    await queued(db.database, message);
    expect(await refused.sms(copy(message), message.id)).toEqual({ content: message.content, segments: 1 });
    await refuse();
    expect(await refused.sms(copy(message), message.id)).toEqual({ content: { body: `Sale: ${target}`, isUntracked: true }, segments: 2 }); // prettier-ignore
  });
});
