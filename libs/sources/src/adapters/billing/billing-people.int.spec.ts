import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { WrongSignatureError, type JsonObject } from '@dundun/domain';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { aCall } from '../testing-adapters.js';
import { aProcess, entities, rowsOf, timeline, type SourceProcess } from '../../testing.js';
import { settingsOf, testSenders, type TestSender } from './testing-senders.js';

const SECRET = 'whsec_1';
const stripe = testSenders.find(({ kind }) => kind === 'stripe') as TestSender;

describe('the person of a payment', () => {
  const db = useDatabase(entities);
  let process: SourceProcess;
  let workspaceId: number;
  let sourceId: string;
  let last = 0;

  beforeAll(async () => {
    process = await aProcess(db.config);
  });
  afterAll(() => process.context.close());
  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
    ({ id: sourceId } = await process.sources.add(workspaceId, 'stripe', {}, settingsOf(stripe, SECRET)));
  });

  async function send(type: string, object: JsonObject, secret = SECRET): Promise<void> {
    const token = process.hooks.url({ workspaceId, sourceId }).split('/').pop() as string;
    const created = Math.floor(Date.now() / 1_000);
    const body = JSON.stringify({
      id: `evt_${++last}`,
      object: 'event',
      type,
      created,
      livemode: true,
      data: { object },
    });
    await process.calls.take(token, aCall(body, { [stripe.header]: stripe.sign(body, secret, created) }), 'req-1');
    await process.loop.drain();
  }
  const people = () =>
    db.database.query<JsonObject>(
      `SELECT uid, first_name, last_name, email, number, meta->>'stripe_customer_id' AS customer FROM people
       WHERE workspace_id = $1 ORDER BY created_at, id`,
      [workspaceId],
    );

  const ada = { id: 'cus_1', name: 'Ada Lovelace', email: 'ada@example.com', phone: '+2348031234567' };
  const typed = { email: 'mallory@example.com', name: 'Win http://evil.example', phone: '+2348099999999' };

  it('is created from the first event and found again by later ones', async () => {
    await send('customer.created', ada);
    await send('customer.subscription.created', { id: 'sub_1', customer: 'cus_1', status: 'active' });
    const [person, ...others] = await people();
    expect(others).toEqual([]);
    expect(person).toMatchObject({
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: ada.email,
      number: '2348031234567',
    });
    expect(person?.customer).toBe('cus_1');
    expect(await timeline(db.database, workspaceId, String(person?.uid))).toEqual(['Subscription started']);
  });

  it('keeps name and addresses when a checkout carries others', async () => {
    await send('customer.created', { ...ada, metadata: { uid: 'u-1' } });
    await send('checkout.session.completed', {
      id: 'cs_1',
      client_reference_id: 'u-1',
      customer: 'cus_2',
      customer_details: typed,
    });
    await send('checkout.session.completed', { id: 'cs_2', customer_details: { ...typed, email: ada.email } });
    // The checkout created a customer, whose id now belongs to u-1.
    await send('customer.updated', { id: 'cus_2', ...typed });
    expect(await people()).toEqual([
      {
        uid: 'u-1',
        first_name: 'Ada',
        last_name: 'Lovelace',
        email: ada.email,
        number: '2348031234567',
        customer: 'cus_2',
      },
    ]);
    expect(await timeline(db.database, workspaceId, 'u-1')).toEqual(['Checkout completed', 'Checkout completed']);
  });

  it('takes name and addresses from a customer record with a uid from the integrator', async () => {
    await send('customer.created', { ...ada, metadata: { uid: 'u-1' } });
    await send('customer.updated', { ...ada, name: 'Ada King', email: 'king@example.com', metadata: { uid: 'u-1' } });
    expect(await people()).toMatchObject([{ uid: 'u-1', last_name: 'King', email: 'king@example.com' }]);
  });

  it('is not created by a call signed with another secret', async () => {
    await expect(send('customer.created', ada, 'whsec_2')).rejects.toThrow(WrongSignatureError);
    expect([await people(), await rowsOf(db.database, sourceId)]).toEqual([[], []]);
  });
});
