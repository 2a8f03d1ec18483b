import { describe, expect, it } from '@jest/globals';
import type { CallOptions } from '@dundun/testing';
import { expectOk } from './support/answers.js';
import { unique } from './support/fixtures.js';
import { useWorkspace } from './support/product.js';

describe('where events come from', () => {
  const { call } = useWorkspace();

  it('[6-1, 6-3] come by the event operation, from several senders at once', async () => {
    const uid = unique('user');
    const senders: CallOptions[] = [
      { as: 'full', headers: { 'User-Agent': 'server-library/1.0' } },
      { as: 'key', headers: { 'User-Agent': 'okhttp/4.12.0' } },
      { as: 'key', headers: { 'User-Agent': 'Mozilla/5.0', Origin: 'https://shop.example' } },
    ];
    const answers = await Promise.all(
      senders.map((sender, index) =>
        call(`POST /v1/users/${uid}/events`, { ...sender, body: { event: `From ${index}` } }),
      ),
    );
    for (const answer of answers) expectOk(answer, { status: 'ok' });
    const { body } = await call(`GET /v1/users/${uid}/events`);
    expect(body.data.map(({ event }: { event: string }) => event).sort()).toEqual(['From 0', 'From 1', 'From 2']);
  });
});
