import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Dundun, NotFoundError } from '@dundun/node';
import { NOBODY, unique } from './support/fixtures.js';
import { useWorkspace } from './support/product.js';

describe('@dundun/node', () => {
  const subject = useWorkspace();
  const { call } = subject;
  let dundun: Dundun;
  beforeAll(() => {
    const { apiKey, apiSecret, apiUrl: baseUrl } = subject.product;
    dundun = new Dundun({ apiKey, apiSecret, baseUrl });
  });
  afterAll(() => dundun?.close());

  it('lets a user into an automation, once for each key', async () => {
    const steps = [{ id: 'nap', kind: 'delay', for: { days: 1 }, next: 'out' }, { id: 'out', kind: 'exit' }]; // prettier-ignore
    const graph = { trigger: { kind: 'api' }, settings: { reentry: { policy: 'after_end' } }, first: 'nap', steps };
    const { id } = (await call('POST /console/automations', { body: { name: unique('Automation'), graph } })).body;
    await call(`POST /console/automations/${id}/publish`, { body: {} });
    const uid = unique('user');
    await dundun.users.create({ id: uid });
    const first = await dundun.automations.enrol(id, { uid, key: 'order-1', data: { order_id: 1 } });
    expect(first).toEqual({ run: expect.any(String), entered: true, reason: null });
    expect(await dundun.automations.enrol(id, { uid, key: 'order-1' })).toMatchObject({ run: first.run, entered: false }); // prettier-ignore
    await expect(dundun.automations.enrol(NOBODY, { uid })).rejects.toThrow(NotFoundError);
  });
});
