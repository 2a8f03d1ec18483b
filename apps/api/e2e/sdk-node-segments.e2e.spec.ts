import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Dundun } from '@dundun/node';
import { until } from '@dundun/testing';
import { unique } from './support/fixtures.js';
import { useWorkspace } from './support/product.js';

const WAIT_MS = 40_000;

describe('@dundun/node', () => {
  const subject = useWorkspace();
  let dundun: Dundun;
  beforeAll(() => {
    const { apiKey, apiSecret, apiUrl: baseUrl } = subject.product;
    dundun = new Dundun({ apiKey, apiSecret, baseUrl });
  });
  afterAll(() => dundun?.close());

  it('manages segments, and says who is in them and why', async () => {
    const { segments, users } = dundun;
    const [uid, plan] = [unique('user'), unique('plan')];
    await users.create({ id: uid, email: `${uid}@example.com`, meta: { plan } });
    const match = { attribute: 'plan', type: 'text', is: 'equals', value: plan };
    const made = await segments.create({ name: unique('Segment'), match, announces: true });
    expect(made).toMatchObject({ kind: 'live', announces: true, match });
    await until('the segment has its member', async () => (await segments.people(made.id)).data.length === 1, {
      ms: WAIT_MS,
    });
    for await (const member of segments.allPeople(made.id)) expect(member.uid).toBe(uid);
    expect((await segments.changes(made.id)).data).toMatchObject([{ uid, entered: true, cause: 'definition' }]);
    for await (const change of segments.allChanges(made.id)) expect(change.uid).toBe(uid);
    expect(await segments.explain(made.id, uid)).toMatchObject({ member: true, conditions: [{ holds: true }] });
    expect(await segments.preview(match)).toMatchObject({ people: 1, examples: [{ uid }] });
    expect(await segments.count(match)).toEqual({ people: 1, email: 1, sms: 0 });
    expect(await segments.diff(made.id, { not: match })).toMatchObject({ stay: 0, leave: 1 });
    expect(await segments.update(made.id, { labels: ['sdk'] })).toMatchObject({ labels: ['sdk'], version: 1 });
    expect(await segments.get(made.id)).toMatchObject({ labels: ['sdk'] });

    const manual = await segments.create({ name: unique('Segment'), kind: 'manual' });
    expect(await segments.updatePeople(manual.id, { add: [uid] })).toEqual({ added: 1, removed: 0, unknown: [] });
    const snapshot = await segments.create({ name: unique('Segment'), kind: 'snapshot', match });
    expect(await segments.refresh(snapshot.id)).toMatchObject({ state: 'building' });
    const found: string[] = [];
    for await (const { id } of segments.all()) found.push(id);
    expect(found).toEqual(expect.arrayContaining([made.id, manual.id, snapshot.id]));
    expect((await segments.page({ limit: 1 })).data).toHaveLength(1);
    expect(await segments.archive(manual.id)).toEqual({ status: 'ok' });
  });
});
