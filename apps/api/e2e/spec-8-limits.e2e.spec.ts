import { describe, expect, it } from '@jest/globals';
import { expectOk, expectRefusal } from './support/answers.js';
import { startFakePostmark } from '@dundun/providers/testing';
import { until } from '@dundun/testing';
import { closing } from './support/closing.js';
import { anAddress, anEmail } from './support/fixtures.js';
import { accepted, type MessageShown } from './support/messages.js';
import { useWorkspace } from './support/product.js';
import { becomes, connected, sentThrough } from './support/providers.js';
import { withinOneDay } from './support/utc-day.js';
import { anotherWorkspace } from './support/workspaces.js';

describe('limits', () => {
  const subject = useWorkspace({ plan: 'free' });
  const { call } = subject;

  it('[8-4, 4.2.1-15] limits a free account to a hundred recipients a day', async () => {
    const to = Array.from({ length: 99 }, anAddress);
    await withinOneDay();
    expectOk(await call('POST /v1/send/email', { body: anEmail({ to }) }));
    expectOk(await call('POST /v1/send/email', { body: anEmail({ to: anAddress() }) }));
    expectRefusal(
      await call('POST /v1/send/email', { body: anEmail({ to: anAddress() }) }),
      429,
      'daily_limit',
      /recipients/,
    );
  });

  it('[8-4] does not send uncounted messages through the service after the provider is disconnected', async () => {
    const fake = closing(await startFakePostmark({ domains: ['theirs.test'] }));
    const { call: theirs } = await anotherWorkspace(subject.product, { plan: 'free', domain: 'theirs.test' });
    const { id: account } = await connected(theirs, 'postmark', fake);
    const of = (fields: object = {}) =>
      anEmail({ from: { name: 'Ada', email: 'ada@theirs.test' }, to: anAddress(), ...fields });
    expect((await sentThrough(theirs, 'email', of())).status).toBe('sent');
    const soon = new Date(Date.now() + 4_000).toISOString();
    const id = await accepted(theirs, 'email', of({ send_at: soon }));
    expectOk(await theirs(`DELETE /console/integrations/${account}`));
    await becomes(theirs, id, 'failed');
    expect((await theirs(`GET /v1/messages/${id}/explain`)).body.reason).toBe('no_route');
    // Messages accepted now are counted, and sent.
    expect((await sentThrough(theirs, 'email', of())).status).toBe('captured');
  });

  it('[8-5, 4.2.1-19] applies the limits of a connected provider instead', async () => {
    const fake = closing(await startFakePostmark());
    const { call: theirs } = await anotherWorkspace(subject.product, { plan: 'free' });
    await connected(theirs, 'postmark', fake, { domains: ['sender.test'] });
    const of = (to: string[]) => anEmail({ from: { name: 'Ada', email: 'ada@sender.test' }, to });
    await sentThrough(theirs, 'email', of([anAddress()]));
    for (const count of [100, 100]) await accepted(theirs, 'email', of(Array.from({ length: count }, anAddress)));
    await until('all have left', () => fake.messages.flatMap(({ recipients }) => recipients).length === 201);
    fake.mode = { code: 429, message: 'Rate limit exceeded', httpStatus: 429 };
    const id = await accepted(theirs, 'email', of([anAddress()]));
    const delayed = await until('a retry is scheduled', async () => {
      const { timeline } = (await theirs(`GET /v1/messages/${id}`)).body as MessageShown;
      return timeline.find(({ type }) => type === 'next_attempt') && timeline;
    });
    expect(delayed).toContainEqual(
      expect.objectContaining({ type: 'not_sent', provider: 'postmark', detail: expect.stringMatching(/429/) }),
    );
    fake.mode = 'ok';
    const { timeline } = await becomes(theirs, id, 'sent');
    expect(timeline.map(({ type }) => type)).toEqual(expect.arrayContaining(['not_sent', 'handed_over', 'sent']));
  });
});
