import { describe, expect, it } from '@jest/globals';
import { expectOk, expectRefusal } from './support/answers.js';
import { aList, aSubscriber, newestFirst, unique, type ListShown } from './support/fixtures.js';
import { useWorkspace } from './support/product.js';
import { anotherWorkspace } from './support/workspaces.js';

type Page = { data: ListShown[]; next_cursor: string | null; previous_cursor: string | null };

describe('pages and their cursors', () => {
  const subject = useWorkspace();

  /** Makes a workspace with this many lists, newest first. */
  async function workspaceWith(count: number) {
    const { call } = await anotherWorkspace(subject.product);
    const lists: ListShown[] = [];
    for (let index = 0; index < count; index++) lists.push(await aList(call));
    const made = newestFirst(lists);
    const get = (query: Record<string, string | number>) =>
      call(
        `GET /v1/lists?${Object.entries(query)
          .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
          .join('&')}`,
      );
    const page = async (query: Record<string, string | number>): Promise<Page> => {
      const answer = await get(query);
      expectOk(answer);
      return answer.body;
    };
    return { call, made, get, page };
  }
  const ids = ({ data }: Page) => data.map(({ id }) => id);

  it.each(['31', '0', '-1', '1.5', 'ten', '1e1', '0x5', ' 5', '99999999999999999999', 'NaN', '5;6'])(
    '[W2-22] refuses a limit of %j',
    async (limit) => {
      const answer = await subject.call(`GET /v1/lists?limit=${encodeURIComponent(limit)}`);
      expectRefusal(answer, 400, 'invalid_input', 'limit must be a whole number from 1 to 30.');
    },
  );

  it('[W2-22] refuses two limits', async () => {
    expectRefusal(await subject.call('GET /v1/lists?limit=5&limit=6'), 400, 'invalid_input');
  });

  it('[W2-24] returns cursors to the next and the previous page', async () => {
    const { page } = await workspaceWith(3);
    expect(await page({ limit: 3 })).toEqual({ data: expect.any(Array), next_cursor: null, previous_cursor: null });
    const first = await page({ limit: 2 });
    expect(first).toEqual({ data: expect.any(Array), next_cursor: expect.any(String), previous_cursor: null });
    const last = await page({ limit: 2, next_cursor: first.next_cursor as string });
    expect(last).toEqual({ data: expect.any(Array), next_cursor: null, previous_cursor: expect.any(String) });
    expect([first.data.length, last.data.length]).toEqual([2, 1]);
  });

  it('[W2-24] returns an empty page', async () => {
    const { page } = await workspaceWith(0);
    expect(await page({})).toEqual({ data: [], next_cursor: null, previous_cursor: null });
  });

  it.each([1, 2, 3, 4, 7, 8, 30])('[W2-25] returns the same rows forward and back by %d', async (limit) => {
    const { made, page } = await workspaceWith(8);
    const there: Page[] = [await page({ limit })];
    for (let last = there[0] as Page; last.next_cursor; last = there[there.length - 1] as Page) {
      there.push(await page({ limit, next_cursor: last.next_cursor }));
    }
    expect(there.flatMap(ids)).toEqual(made);
    const back: Page[] = [there[there.length - 1] as Page];
    for (let last = back[0] as Page; last.previous_cursor; last = back[0] as Page) {
      back.unshift(await page({ limit, previous_cursor: last.previous_cursor }));
    }
    expect(back.flatMap(ids)).toEqual(made);
  });

  it('[W2-25] neither repeats nor skips a row amid inserts', async () => {
    const { call, made, page } = await workspaceWith(6);
    const first = await page({ limit: 2 });
    const newer = newestFirst([await aList(call), await aList(call), await aList(call)]);
    const second = await page({ limit: 2, next_cursor: first.next_cursor as string });
    const third = await page({ limit: 2, next_cursor: second.next_cursor as string });
    expect([first, second, third].flatMap(ids)).toEqual(made);
    const back = await page({ limit: 10, previous_cursor: second.previous_cursor as string });
    expect(ids(back)).toEqual([...newer, ...made.slice(0, 2)]);
  });

  it('[W2-25] keeps its place when rows disappear', async () => {
    const { call, made, page } = await workspaceWith(5);
    const first = await page({ limit: 2 });
    await call(`DELETE /v1/lists/${made[1]}`);
    await call(`DELETE /v1/lists/${made[2]}`);
    expect(ids(await page({ limit: 2, next_cursor: first.next_cursor as string }))).toEqual(made.slice(3));
  });

  it('[W2-26] accepts prev_cursor as previous_cursor', async () => {
    const { page } = await workspaceWith(4);
    const first = await page({ limit: 2 });
    const second = await page({ limit: 2, next_cursor: first.next_cursor as string });
    const cursor = second.previous_cursor as string;
    expect(await page({ limit: 2, prev_cursor: cursor })).toEqual(await page({ limit: 2, previous_cursor: cursor }));
  });

  it('[W2-23] refuses both cursors together', async () => {
    const { get, page } = await workspaceWith(4);
    const first = await page({ limit: 2 });
    const { next_cursor, previous_cursor } = await page({ limit: 1, next_cursor: first.next_cursor as string });
    for (const name of ['previous_cursor', 'prev_cursor']) {
      const answer = await get({ next_cursor: next_cursor as string, [name]: previous_cursor as string });
      expectRefusal(answer, 400, 'invalid_input', /next_cursor must not .* together/);
    }
  });

  it('[W2-23] refuses an edited cursor', async () => {
    const { get, page } = await workspaceWith(3);
    const cursor = (await page({ limit: 1 })).next_cursor as string;
    const flipped = [...cursor].map(
      (character, index) => `${cursor.slice(0, index)}${character === 'A' ? 'B' : 'A'}${cursor.slice(index + 1)}`,
    );
    const edited = [
      ...flipped.filter((one) => one !== cursor),
      cursor.slice(1),
      cursor.slice(0, -2),
      `${cursor}.${cursor}`,
      'x',
      '.',
      'null',
      '🙂',
      'a'.repeat(900),
    ];
    for (const name of ['next_cursor', 'previous_cursor', 'prev_cursor']) {
      for (const one of edited) {
        const answer = await get({ [name]: one });
        expectRefusal(answer, 400, 'tampered_cursor');
      }
    }
    expectRefusal(
      await get({ next_cursor: 'a'.repeat(5_000) }),
      400,
      'invalid_input',
      /^next_cursor must be at most 1024/,
    );
  });

  it('[W2-23] refuses a cursor of another workspace or listing', async () => {
    const mine = await workspaceWith(3);
    const theirs = await workspaceWith(3);
    const cursor = (await theirs.page({ limit: 1 })).next_cursor as string;
    expectRefusal(await mine.get({ next_cursor: cursor }), 400, 'tampered_cursor');
    const { id } = await aList(theirs.call);
    const members = `GET /console/lists/${id}/members?limit=1`;
    await aSubscriber(theirs.call, id);
    await aSubscriber(theirs.call, id);
    expectRefusal(await theirs.call(`${members}&next_cursor=${encodeURIComponent(cursor)}`), 400, 'tampered_cursor');
    const ofMembers = (await theirs.call(members)).body.next_cursor as string;
    expectRefusal(await theirs.get({ next_cursor: ofMembers }), 400, 'tampered_cursor');
    const [ada, grace] = [unique('ada'), unique('grace')];
    for (const uid of [ada, ada, grace, grace])
      await mine.call(`POST /v1/users/${uid}/events`, { body: { event: 'Seen' } });
    const ofAda = (await mine.call(`GET /v1/users/${ada}/events?limit=1`)).body.next_cursor as string;
    const borrowed = await mine.call(`GET /v1/users/${grace}/events?next_cursor=${encodeURIComponent(ofAda)}`);
    expectRefusal(borrowed, 400, 'tampered_cursor');
  });
});
