import { describe, expect, it } from '@jest/globals';
import { expectOk, expectRefusal } from './support/answers.js';
import { aList, anAddress, anEmail } from './support/fixtures.js';
import { useProduct } from './support/product.js';

describe('limits', () => {
  const { call } = useProduct({ environment: { BOOTSTRAP_PLAN: 'free' } });

  it('[8-1, 8-2] a title has 64 characters at most, a description 255', async () => {
    const [title, description] = ['t'.repeat(64), 'd'.repeat(255)];
    expect(await aList(call, { title, description })).toMatchObject({ title, description });
    const answer = await call('POST /v1/lists', { body: { title: `${title}t`, description: `${description}d` } });
    expectRefusal(answer, 400, 'invalid_input', /^(?=.*title must be 1 to 64)(?=.*description must be at most 255)/);
  });

  it('[8-3] a page has ten lists unless told, thirty at most', async () => {
    for (let index = 0; index < 31; index++) await aList(call);
    expect((await call('GET /v1/lists')).body.data).toHaveLength(10);
    expect((await call('GET /v1/lists?limit=30')).body.data).toHaveLength(30);
    expectRefusal(await call('GET /v1/lists?limit=31'), 400, 'invalid_input', /^limit/);
  });

  it('[8-4, 4.2.1-15] a free account reaches a hundred a day', async () => {
    const to = Array.from({ length: 99 }, anAddress);
    expectOk(await call('POST /v1/send/email', { body: anEmail({ to }) }));
    expectOk(await call('POST /v1/send/email', { body: anEmail({ to: anAddress() }) }));
    expectRefusal(
      await call('POST /v1/send/email', { body: anEmail({ to: anAddress() }) }),
      429,
      'daily_limit',
      /recipients/,
    );
  });
});
