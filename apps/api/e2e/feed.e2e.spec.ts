import { beforeAll, describe, expect, it } from '@jest/globals';
import { Seal } from '@dundun/platform/config';
import { until } from '@dundun/testing';
import { expectOk, expectRefusal, TIMESTAMP, UUID } from './support/answers.js';
import { aList, aSubscriber, NOBODY } from './support/fixtures.js';
import { useWorkspace } from './support/product.js';
import { anotherWorkspace } from './support/workspaces.js';

interface EntryShown {
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

describe('the feed', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const read = async (query = '') => {
    const answer = await call(`GET /v1/feed${query}`);
    expectOk(answer);
    return answer.body as { data: EntryShown[]; next: string; has_more: boolean };
  };
  let theirs: Awaited<ReturnType<typeof anotherWorkspace>>;
  beforeAll(async () => {
    theirs = await anotherWorkspace(subject.product);
  });

  it('can be read from its beginning while entries are added', async () => {
    const list = await aList(call);
    await aSubscriber(call, list.id);
    const all = await until('it is all there', async () => {
      const page = await read();
      return page.data.length >= 3 && page;
    });
    expect(all.data.map(({ type }) => type)).toEqual(['list.created', 'user.created', 'subscriber.subscribed']);
    expect(all.data[0]).toEqual({
      id: expect.stringMatching(UUID),
      type: 'list.created',
      timestamp: expect.stringMatching(TIMESTAMP),
      data: expect.objectContaining({ list_id: list.id }),
    });
    expect(all.has_more).toBe(false);
    const first = await read('?limit=1');
    expect([first.data.length, first.has_more]).toEqual([1, true]);
    const rest = await read(`?limit=1000&after=${encodeURIComponent(first.next)}`);
    expect([...first.data, ...rest.data]).toEqual(all.data);
    expect((await read(`?after=${encodeURIComponent(rest.next)}`)).data).toEqual([]);
    await aList(call);
    const later = await until('the next is there', async () => {
      const page = await read(`?after=${encodeURIComponent(rest.next)}`);
      return page.data.length > 0 && page;
    });
    expect(later.data.map(({ type }) => type)).toEqual(['list.created']);
    expect((await read('?types=subscriber.*')).data.map(({ type }) => type)).toEqual(['subscriber.subscribed']);
  });

  it('requires the secret and shows nothing of other workspaces', async () => {
    expectRefusal(await call('GET /v1/feed', { as: 'key' }), 403, 'secret_needed');
    await aList(call);
    expect((await theirs.call('GET /v1/feed')).body).toMatchObject({ data: [], has_more: false });
  });

  it('refuses forged, foreign and expired cursors', async () => {
    const { next } = await read();
    const tampered = `${next.slice(0, 3)}${next[3] === 'A' ? 'B' : 'A'}${next.slice(4)}`;
    for (const cursor of ['x', 'a.b', tampered, `${next}x`])
      expectRefusal(await call(`GET /v1/feed?after=${encodeURIComponent(cursor)}`), 400, 'tampered_cursor');
    expectRefusal(await theirs.call(`GET /v1/feed?after=${encodeURIComponent(next)}`), 400, 'tampered_cursor');
    const text = `800:${Date.now() - 31 * 86_400_000} ${NOBODY}`;
    const signature = new Seal([subject.product.environment.SECRET_KEY as string]).sign(
      `cursor events ${subject.product.workspaceId}`,
      text,
    );
    const old = `${Buffer.from(text).toString('base64url')}.${signature}`;
    expectRefusal(await call(`GET /v1/feed?after=${old}`), 400, 'expired_cursor', /30 days/);
  });

  it.each([
    ['limit=0', /^limit must be a whole number from 1 to 1000/],
    ['limit=1001', /^limit must be a whole number from 1 to 1000/],
    ['types=lists', /^types must be one of .*there is no lists/],
    ['types=user.created,,', /^types must be one of/],
  ])('refuses %s', async (query, sentence) => {
    expectRefusal(await call(`GET /v1/feed?${query}`), 400, 'invalid_input', sentence);
  });

  it('documents every type', async () => {
    const document = (await call('GET /docs-json', { as: 'none' })).body;
    const types = Object.keys(document.webhooks as object);
    expect(types).toEqual(expect.arrayContaining(['message.sent', 'user.merged', 'event.tracked', 'webhook.test']));
    for (const type of types) {
      const { schema } = document.webhooks[type].post.requestBody.content['application/json'];
      const name = (schema.properties.data.$ref as string).split('/').at(-1) as string;
      expect([type, Object.keys(document.components.schemas[name].properties as object)]).not.toEqual([type, []]);
    }
  });
});
