/**
 * Depends on the snapshots of PostgreSQL.
 * @slow waits until transactions of other databases have ended
 */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { readConversionGoal, type GivenGoal } from '@dundun/domain';
import { PersonContributions } from '@dundun/people';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import { randomFrom, repetitions, SEED } from '@dundun/testing/repetitions';
import { v7 } from 'uuid';
import { conversionServices } from './testing.js';
import { PersonConversions } from './person-conversions.repository.js';

const DAY_MS = 86_400_000;
const PATIENTLY = { ms: 30_000 };
const CURRENCIES = ['EUR', 'NGN'];

describe('conversions', () => {
  const db = useDatabase();
  let workspaceId: number;
  let all: ReturnType<typeof conversionServices>;

  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
    all = conversionServices(db.database);
  });

  const run = (statement: string, ...values: unknown[]) => db.database.execute(statement, [workspaceId, ...values]);
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
  const current = async (most?: number) => {
    const [now] = await db.database.query<{ xid: string }>('SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS xid'); // prettier-ignore
    await until('the horizon passes', async () => {
      const [row] = await db.database.query<{ is_past: boolean }>('SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 AS is_past', [now?.xid]); // prettier-ignore
      return row?.is_past === true;
    }, PATIENTLY); // prettier-ignore
    while (await all.follower.step(workspaceId, most)) continue;
  };
  const aGoal = async (given: Partial<GivenGoal> = {}, owner = v7(), group = owner) => {
    const goal = readConversionGoal({ event: 'Ordered', amount: 'total', ...given }, 'conversion');
    await all.goals.put(workspaceId, group, owner, goal);
    return owner;
  };
  const aMessage = async (group: string, person: string, content = v7()) => {
    const id = v7();
    await run(`INSERT INTO messages (workspace_id, id, channel, lane, sender, recipients, content, group_id)
      VALUES ($1, $2, 'email', 'bulk', '{"address": "news@shop.example"}', $3, $4, $5)`, id, JSON.stringify([{ address: `${person}@example.com` }]), JSON.stringify({ ref: content }), group); // prettier-ignore
    await run(`UPDATE message_people SET person_id = $3 WHERE workspace_id = $1 AND message_id = $2`, id, person);
    return id;
  };
  const click = async (message: string, at: Date, reason: string | null = null) => {
    const id = v7();
    await run(`INSERT INTO hits (workspace_id, message_id, at, id, kind, link, reason) VALUES ($1, $2, $3, $4, 'click', 0, $5)`, message, at, id, reason); // prettier-ignore
    return id;
  };
  const event = async (person: string, at: Date, properties: object = {}, name = 'Ordered') => {
    const id = v7();
    await run(`INSERT INTO events (workspace_id, id, person_id, name, properties, occurred_at) VALUES ($1, $2, $3, $4, $5, $6)`, id, person, name, JSON.stringify(properties), at); // prettier-ignore
    return id;
  };
  const euros = (total: number) => ({ total, currency: 'EUR' });
  const total = async (owner: string) => (await all.report.details(workspaceId, owner, 'day')).total;
  const none = { people: 0, conversions: 0, revenue: [] };

  it('counts an event for the last click, also when the click becomes known after it', async () => {
    const [campaign, other, person] = [await aGoal(), await aGoal(), v7()];
    const [first, second] = [await aMessage(campaign, person), await aMessage(other, person)];
    await click(first, ago(3));
    await event(person, ago(1), euros(20));
    await current();
    expect(await total(campaign)).toEqual({ people: 1, conversions: 1, revenue: [{ currency: 'EUR', amount: 20 }] });
    await click(second, ago(2));
    await current();
    expect(await total(campaign)).toEqual(none);
    expect(await total(other)).toEqual({ people: 1, conversions: 1, revenue: [{ currency: 'EUR', amount: 20 }] });
  });

  it('gives back what was won by a click that proves to be a machine’s, and never counts machines', async () => {
    const [campaign, person] = [await aGoal(), v7()];
    const message = await aMessage(campaign, person);
    await click(message, ago(3), 'user_agent');
    const hit = await click(message, ago(2));
    await event(person, ago(1), euros(20));
    await current();
    expect(await total(campaign)).toMatchObject({ conversions: 1 });
    await run(`UPDATE hits SET reason = 'burst' WHERE workspace_id = $1 AND id = $2`, hit);
    await current();
    expect(await total(campaign)).toEqual(none);
  });

  it('adds nothing across currencies, and takes refunds off the order that they name', async () => {
    const [campaign, person] = [await aGoal({ refund_event: 'Refunded', order: 'order' }), v7()];
    await click(await aMessage(campaign, person), ago(60));
    await event(person, ago(59), { ...euros(20), order: 1 });
    await event(person, ago(58), { total: 500, currency: 'NGN', order: 2 });
    await event(person, ago(1), { ...euros(5.5), order: 1 }, 'Refunded');
    await event(person, ago(1), { ...euros(5.5), order: 9 }, 'Refunded');
    await current();
    expect(await total(campaign)).toEqual({
      people: 1,
      conversions: 2,
      revenue: [
        { currency: 'NGN', amount: 500 },
        { currency: 'EUR', amount: 14.5 },
      ],
    });
  });

  it('counts nothing twice that is followed again, and nothing that came before the first goal', async () => {
    const [early, person] = [v7(), v7()];
    await event(early, ago(1), euros(1));
    const campaign = await aGoal();
    await click(await aMessage(campaign, person), ago(2));
    await event(person, ago(1), euros(20));
    await current();
    const before = await all.report.details(workspaceId, campaign, 'day');
    await run(`UPDATE conversion_positions SET xid = '1' WHERE workspace_id = $1`);
    await current(1);
    expect(await all.report.details(workspaceId, campaign, 'day')).toEqual(before);
    expect(before).toMatchObject({ total: { conversions: 1 }, points: [{ conversions: 1 }] });
  });

  it('has counted a stretch or nothing when it is cut off', async () => {
    const [campaign, person] = [await aGoal(), v7()];
    await click(await aMessage(campaign, person), ago(2));
    await event(person, ago(1), euros(20));
    const cut = db.database.transaction(async () => {
      while (await all.follower.step(workspaceId, 1)) continue;
      throw new Error('killed');
    });
    await expect(cut).rejects.toThrow('killed');
    expect(await total(campaign)).toEqual(none);
    await current(1);
    expect(await total(campaign)).toMatchObject({ conversions: 1 });
  });

  it('counts two people who become one as one, and keeps the numbers of who is erased', async () => {
    const rows = new PersonConversions(new PersonContributions(), db.database);
    const [campaign, one, other] = [await aGoal(), v7(), v7()];
    const content = v7();
    for (const person of [one, other]) {
      await click(await aMessage(campaign, person, content), ago(2));
      await event(person, ago(1), euros(20));
    }
    await current();
    expect(await total(campaign)).toMatchObject({ people: 2, conversions: 2 });
    const held = (id: string) => ({ id, uid: id, uid_updateable: false, email: null, number: null });
    await rows.merge({ workspaceId, from: held(one), to: held(other), requestId: null });
    const { total: merged, contents } = await all.report.details(workspaceId, campaign, 'day');
    expect([merged, contents.get(content)]).toEqual([
      expect.objectContaining({ people: 1, conversions: 2 }),
      expect.objectContaining({ people: 1, conversions: 2 }),
    ]);
    await rows.eraseChunk({ workspaceId, personId: other, uids: [], before: new Date() });
    expect(await rows.eraseChunk({ workspaceId, personId: other, uids: [], before: new Date() })).toBe(0);
    expect(await total(campaign)).toMatchObject({ people: 1, conversions: 2 });
  });

  it('counts by the goal that stood when the message was made, whatever becomes of the goal later', async () => {
    const [owner, person, late] = [await aGoal(), v7(), v7()];
    await click(await aMessage(owner, person), ago(3));
    await event(person, ago(2.5), euros(20));
    await current();
    await aGoal({ event: 'Signed up' }, owner);
    await event(person, ago(2), {}, 'Signed up');
    await event(person, ago(2), euros(5));
    await current();
    expect(await total(owner)).toEqual({ people: 1, conversions: 2, revenue: [{ currency: 'EUR', amount: 25 }] });
    await all.goals.put(workspaceId, owner, owner, null);
    await event(person, ago(1), euros(1));
    for (const name of ['Ordered', 'Signed up']) {
      await click(await aMessage(owner, late), ago(2));
      await event(late, ago(1), euros(100), name);
    }
    await current();
    expect(await total(owner)).toEqual({ people: 1, conversions: 3, revenue: [{ currency: 'EUR', amount: 26 }] });
  });

  it('keeps what a message won that is deleted, when the person comes back', async () => {
    const [campaign, other, person, content] = [await aGoal({ refund_event: 'Refunded', order: 'order' }), await aGoal(), v7(), v7()]; // prettier-ignore
    const message = await aMessage(campaign, person, content);
    await click(message, ago(3));
    await event(person, ago(2.5), { ...euros(20), order: 1 });
    await current();
    const won = await all.report.details(workspaceId, campaign, 'day');
    for (const [table, id] of [
      ['hits', 'message_id'],
      ['message_people', 'message_id'],
      ['messages', 'id'],
    ] as const)
      await run(`DELETE FROM ${table} WHERE workspace_id = $1 AND ${id} = $2`, message);
    await click(await aMessage(other, person), ago(2));
    await event(person, ago(1), euros(7));
    await current();
    expect(await all.report.details(workspaceId, campaign, 'day')).toEqual(won);
    expect(won.contents.get(content)).toMatchObject({ conversions: 1 });
    expect(await total(other)).toMatchObject({ conversions: 1, revenue: [{ currency: 'EUR', amount: 7 }] });
    await event(person, ago(0.5), { ...euros(4), order: 1 }, 'Refunded');
    await current();
    expect(await total(campaign)).toMatchObject({ conversions: 1, revenue: [{ currency: 'EUR', amount: 16 }] });
  });

  it('counts what one person ordered for what another clicked, once they are merged and their rows have moved', async () => {
    const rows = new PersonConversions(new PersonContributions(), db.database);
    const [campaign, from, to] = [await aGoal(), v7(), v7()];
    await click(await aMessage(campaign, from), ago(2));
    await event(to, ago(1), euros(20));
    await current();
    expect(await total(campaign)).toEqual(none);
    const held = (id: string) => ({ id, uid: id, uid_updateable: false, email: null, number: null });
    await rows.merge({ workspaceId, from: held(from), to: held(to), requestId: null });
    const moved = { workspaceId, from, to, cursor: null, keepCursor: () => Promise.resolve() };
    expect(await rows.moveChunk(moved)).toBe(0);
    await current();
    await run(`UPDATE message_people SET person_id = $3 WHERE workspace_id = $1 AND person_id = $2`, from, to);
    expect(await rows.moveChunk(moved)).toBe(0);
    expect(await all.facts.behind()).toContain(workspaceId);
    await current();
    expect(await all.facts.behind()).not.toContain(workspaceId);
    expect(await total(campaign)).toMatchObject({ people: 1, conversions: 1 });
  });

  it(`equals a reference, whatever becomes known when (seed ${SEED})`, async () => {
    const random = randomFrom(SEED);
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
    // Two campaigns, and an automation that was published twice: its groups have one owner.
    const [one, two, automation, second] = [await aGoal(), await aGoal({ days: 2 }), await aGoal({ days: 20 }), v7()];
    await aGoal({ days: 20 }, automation, second);
    const days: Record<string, number> = { [one]: 5, [two]: 2, [automation]: 20 };
    const people = Array.from({ length: 4 }, () => v7());
    const messages = await Promise.all(
      people.flatMap((person) =>
        [one, two, automation, second].map(async (group) => ({
          person,
          owner: group === second ? automation : group,
          id: await aMessage(group, person),
        })),
      ),
    );
    const clicks: { person: string; owner: string; at: Date; machine: boolean; message: string }[] = [];
    const orders: { person: string; at: Date; total: number; currency: string }[] = [];
    for (let step = 0; step < repetitions(120, 3_000); step++) {
      // Different times, so that the last one is known.
      const at = new Date(Date.now() - Math.floor(random() * 25 * 1_440) * 60_000 - step);
      if (random() < 0.5) {
        const { person, owner, id } = pick(messages);
        const machine = random() < 0.2;
        clicks.push({ person, owner, at, machine, message: id });
        await click(id, at, machine ? 'user_agent' : null);
      } else {
        const made = { person: pick(people), at, total: Math.floor(random() * 4_000 - 400) / 100, currency: pick(CURRENCIES) }; // prettier-ignore
        orders.push(made);
        await event(made.person, at, { total: made.total, currency: made.currency });
      }
      if (random() < 0.1) await current(pick([1, 7, 500]));
    }
    await current();
    for (const owner of [one, two, automation]) {
      const mine = orders.filter(({ person, at }) => {
        const inWindow = clicks.filter((each) => each.person === person && !each.machine && each.at <= at && +at - +each.at <= (days[each.owner] ?? 0) * DAY_MS); // prettier-ignore
        return inWindow.sort((first, last) => +last.at - +first.at)[0]?.owner === owner;
      });
      const sold = mine.filter((order) => order.total >= 0);
      const found = await total(owner);
      expect(found).toMatchObject({ conversions: sold.length, people: new Set(sold.map(({ person }) => person)).size });
      for (const currency of CURRENCIES) {
        const sum = mine.filter((order) => order.currency === currency).reduce((all, order) => all + order.total, 0);
        expect(found.revenue.find((each) => each.currency === currency)?.amount ?? 0).toBeCloseTo(sum, 6);
      }
    }
  });
});
