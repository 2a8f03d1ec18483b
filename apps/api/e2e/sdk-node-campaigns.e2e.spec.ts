import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConflictError, Dundun, InvalidRequestError, NotFoundError } from '@dundun/node';
import { until } from '@dundun/testing';
import { aList, anAddress, NOBODY, unique } from './support/fixtures.js';
import { useWorkspace } from './support/product.js';

const PATIENTLY = { ms: 60_000 };

describe('@dundun/node', () => {
  const subject = useWorkspace();
  const { call } = subject;
  let dundun: Dundun;
  beforeAll(() => {
    const { apiKey, apiSecret, apiUrl: baseUrl } = subject.product;
    dundun = new Dundun({ apiKey, apiSecret, baseUrl });
  });
  afterAll(() => dundun?.close());

  it('creates and starts a campaign by one call, reports on it, and writes to those who got it', async () => {
    const list = (await aList(call)).id;
    await dundun.subscribers.subscribe(list, { email: anAddress(), first_name: 'Ada' });
    const name = unique('Campaign');
    const start = { at: new Date(Date.now() - 1_000).toISOString() };
    const content = { subject: '{{ offer }} off', html: '<p>Hello {{ first_name }}</p>', data: { offer: '20%' } };
    await expect(dundun.campaigns.create({ name, ...content, start })).rejects.toThrow(InvalidRequestError);
    const { id } = await dundun.campaigns.create({ name, lists: [list], ...content, start });
    await until('it is sent', async () => (await dundun.campaigns.get(id)).state === 'sent', PATIENTLY);
    await until('it is counted', async () => (await dundun.campaigns.report(id)).total.sent === 1, PATIENTLY);
    for await (const each of dundun.campaigns.all({ q: name })) expect(each.id).toBe(id);
    await expect(dundun.campaigns.pause(id)).rejects.toThrow(ConflictError);
    await expect(dundun.campaigns.resume(id)).rejects.toThrow(ConflictError);
    await expect(dundun.campaigns.cancel(id)).rejects.toThrow(ConflictError);
    expect(await dundun.campaigns.retries(id)).toEqual({ unknown: 0, not_reached: 0 });
    await expect(dundun.campaigns.retry(id, { what: 'unknown' })).rejects.toThrow(ConflictError);
    const draft = await dundun.campaigns.followUp(id, { who: 'arrived' });
    await dundun.campaigns.update(draft.id, { subject: 'Thank you', text: 'Hello.' });
    expect(await dundun.campaigns.check(draft.id)).toMatchObject({ recipients: 1, problems: [] });
    const scheduled = await dundun.campaigns.start(draft.id, { at: '2036-12-24T08:00:00Z', confirm_count: 1 });
    expect(scheduled).toMatchObject({ state: 'scheduled', follows: { campaign: id, who: 'arrived', resends: false } });
    expect((await dundun.campaigns.cancel(draft.id)).state).toBe('canceled');
    await expect(dundun.campaigns.get(NOBODY)).rejects.toThrow(NotFoundError);
  });
});
