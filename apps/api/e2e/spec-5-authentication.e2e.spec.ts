import { describe, it } from '@jest/globals';
import { basic } from '@dundun/testing';
import { expectOk, expectRefusal } from './support/answers.js';
import { aList, anAddress, unique } from './support/fixtures.js';
import { useWorkspace } from './support/product.js';

describe('authentication', () => {
  const subject = useWorkspace();
  const { call } = subject;

  it('[5-1] knows two levels: user name, and user name with password', async () => {
    expectOk(await call('GET /v1/lists', { as: 'key' }));
    expectRefusal(await call('POST /v1/lists', { as: 'key', body: { title: 'x' } }), 403, 'secret_needed');
    expectOk(await call('POST /v1/lists', { as: 'full', body: { title: 'x' } }));
  });

  it('[5-2] asks for both to create, to archive and for the email of a subscriber', async () => {
    const { id } = await aList(call);
    const calls = [
      ['POST /v1/lists', { title: 'x' }],
      [`POST /v1/lists/${id}/subscribers`, { email: anAddress() }],
      [`DELETE /v1/lists/${id}`, undefined],
    ] as const;
    for (const [route, body] of calls)
      expectRefusal(await call(route, { body, as: 'key' }), 403, 'secret_needed', /secret/);
    for (const [route, body] of calls) expectOk(await call(route, { body, as: 'full' }));
  });

  it('[5-3] asks for the user name to read all, to read one and to update one', async () => {
    const { id } = await aList(call);
    for (const as of ['key', 'full'] as const) {
      expectOk(await call('GET /v1/lists', { as }));
      expectOk(await call(`GET /v1/lists/${id}`, { as }));
      expectOk(await call(`PUT /v1/lists/${id}`, { as, body: { title: unique('Title') } }));
    }
  });

  it('[5-4, 6-2] serves a client that was set up with an API key alone', async () => {
    const headers = { Authorization: basic(subject.product.apiKey), Origin: 'https://shop.example' };
    expectOk(await call('GET /v1/account', { as: 'none', headers }));
    const answer = await call(`POST /v1/users/${unique('user')}/events`, {
      as: 'none',
      headers,
      body: { event: 'Seen' },
    });
    expectOk(answer, { status: 'ok' });
  });
});
