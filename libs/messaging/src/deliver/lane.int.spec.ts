import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@dundun/platform/config';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HandOver } from './hand-over.service.js';
import { Attempts } from './attempts.repository.js';
import { bytesOf, ContentBudget } from '../message/content-budget.js';
import { Lane } from './lane.js';
import { LaneClaims } from './lane-claims.repository.js';
import type { ClaimedMessage } from '../message/message.js';
import { Outcomes } from './outcomes.repository.js';
import { aMessage, heartbeat, queued } from '../testing.js';

const logger = createLogger('test', 'silent');
const SLOW_MS = 200;
const SLOTS = 4;

describe('Lane', () => {
  const db = useDatabase();
  const lanes: Lane[] = [];
  let endHeartbeat: () => void;

  beforeEach(() => {
    endHeartbeat = heartbeat(() => lanes);
  });
  afterEach(async () => {
    endHeartbeat();
    await Promise.all(lanes.splice(0).map((lane) => lane.stop()));
    await db.database.execute('UPDATE messages SET due_at = NULL');
  });

  /** A lane whose hand-overs run this work. */
  const laneOf = (work: (message: ClaimedMessage) => Promise<void>, budget?: ContentBudget) => {
    const end = ({ id }: ClaimedMessage) =>
      db.database.execute("UPDATE messages SET due_at = NULL, status = 'sent' WHERE id = $1", [id]);
    const handOver = {
      deliver: async (message: ClaimedMessage) => {
        await work(message);
        await end(message);
      },
    } as unknown as HandOver;
    const lane = new Lane('email', 'fast', SLOTS, new LaneClaims(db.database), handOver, logger, budget);
    lanes.push(lane);
    return lane;
  };

  it('serves other workspaces while the provider of one is slow', async () => {
    const [slow, quick] = [await aWorkspace(db.database), await aWorkspace(db.database)];
    const done: number[] = [];
    const lane = laneOf(async ({ workspace_id }) => {
      if (workspace_id === slow) await sleep(SLOW_MS);
      done.push(workspace_id);
    });
    await queued(db.database, ...Array.from({ length: 500 }, () => aMessage(slow)));
    lane.drain().catch(() => undefined);
    await until('slow messages fill the lane', () => done.length > 2 * SLOTS);

    for (let count = 0; count < 5; count++) {
      await queued(db.database, aMessage(quick));
      lane.drain().catch(() => undefined);
    }
    await until('the quick messages are done', () => done.filter((id) => id === quick).length === 5, { ms: 15_000 });
    // Behind everything claimed before, they would be last, at 500.
    expect(done.lastIndexOf(quick)).toBeLessThan(300);
  });

  it('handles every message once, whatever wakes it', async () => {
    const workspaces = [await aWorkspace(db.database), await aWorkspace(db.database), await aWorkspace(db.database)];
    const messages = await queued(
      db.database,
      ...Array.from({ length: 700 }, (_, index) =>
        aMessage(workspaces[index % 7 === 0 ? 0 : (index % 2) + 1] as number),
      ),
    );
    const done: string[] = [];
    const lane = laneOf(async ({ id }) => void done.push(id));
    const wakes = setInterval(() => void lane.drain().catch(() => undefined), 5);
    try {
      await lane.drain();
      await until('all are done', () => done.length >= messages.length, { ms: 20_000 });
    } finally {
      clearInterval(wakes);
    }
    expect(done.sort()).toEqual(messages.map(({ id }) => id).sort());
  });

  it('extends leases, marks starts and records outcomes concurrently without a deadlock', async () => {
    const workspace = await aWorkspace(db.database);
    // Enough other rows that PostgreSQL looks rows up one by one, in the given order.
    await queued(db.database, ...Array.from({ length: 5_000 }, () => aMessage(workspace)));
    await db.database.execute('UPDATE messages SET due_at = NULL');
    await queued(db.database, ...Array.from({ length: 100 }, () => aMessage(workspace)));
    await db.database.execute('ANALYZE messages');
    const claims = new LaneClaims(db.database);
    const held = await claims.claim('email', 'fast', workspace, 100);
    const shuffled = () => held.map((message) => ({ message, at: Math.random() })).sort((a, b) => a.at - b.at);
    const [attempts, outcomes] = [new Attempts(db.database), new Outcomes(db.database)];
    const beats = async () => {
      for (let beat = 0; beat < 150; beat++) await claims.extend(shuffled().map(({ message }) => message));
    };
    const starts = async () => {
      for (let turn = 0; turn < 30; turn++)
        await Promise.all(shuffled().map(({ message }) => attempts.start(message, 'smtp', null)));
    };
    const ends = async () => {
      for (let turn = 0; turn < 30; turn++)
        await Promise.all(
          shuffled().map(({ message }) => {
            const { recipients } = message;
            return outcomes.record({ message, next: { status: 'queued', wait: 0, recipients, reason: null } });
          }),
        );
    };
    await Promise.all([beats(), beats(), starts(), ends()]);
    // A deadlock victim among starts and outcomes would be retried unnoticed, so count deadlocks.
    const [deadlocks] = await db.database.query(
      'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
    );
    expect(deadlocks).toEqual({ deadlocks: 0 });
  });

  it('claims no more messages than it can hold', async () => {
    const workspace = await aWorkspace(db.database);
    const html = 'x'.repeat(4_000_000);
    for (let count = 0; count < 12; count++)
      await queued(db.database, aMessage(workspace, { content: { subject: 'Big', html } }));
    const claims = new LaneClaims(db.database);
    const claimed = await claims.claim('email', 'fast', workspace, 100);
    expect(claimed.length).toBeGreaterThan(0);
    expect(claimed.length).toBeLessThan(6);
    const next = await claims.claim('email', 'fast', workspace, 100);
    expect(next.length).toBeGreaterThan(0);
    expect(next.map(({ id }) => id).filter((id) => claimed.some((one) => one.id === id))).toEqual([]);
  });

  describe('with a budget', () => {
    const BYTES = 100_000;
    const html = 'x'.repeat(BYTES);
    const large = (of: number, over = html) => aMessage(of, { content: { subject: 'Large', html: over } });
    /** A budget that tracks its maximum. */
    class Watched extends ContentBudget {
      most = 0;
      now = 0;
      override add(share: string, bytes: number): void {
        super.add(share, bytes);
        this.most = Math.max(this.most, (this.now += bytes));
      }
    }

    it('holds one share of a workspace whose provider hangs, and continues when it works', async () => {
      const workspace = await aWorkspace(db.database);
      const budget = new Watched(20 * BYTES, 5 * BYTES);
      let [inHand, most, done] = [0, 0, 0];
      let answer: () => void = () => undefined;
      const hangs = new Promise<void>((resolve) => (answer = resolve));
      const lane = laneOf(async (message) => {
        most = Math.max(most, (inHand += bytesOf(message)));
        await hangs;
        inHand -= bytesOf(message);
        done += 1;
      }, budget);
      const all = await queued(db.database, ...Array.from({ length: 60 }, () => large(workspace)));
      const drained = lane.drain();
      await until('the share is used up', () => inHand >= 5 * BYTES);
      lane.drain().catch(() => undefined);
      answer();
      await drained;
      await until('all are done', () => done === all.length, { ms: 15_000 });
      expect(most).toBeLessThan(7 * BYTES);
      expect(budget.most).toBeLessThan(7 * BYTES);
      await until('nothing is held', () => budget.now === 0);
    });

    it('claims for other workspaces while one uses up its share, within the total of all lanes', async () => {
      const [first, second, third] = [await aWorkspace(db.database), await aWorkspace(db.database), await aWorkspace(db.database)]; // prettier-ignore
      const budget = new Watched(10 * BYTES, 4 * BYTES);
      let answer: () => void = () => undefined;
      const hangs = new Promise<void>((resolve) => (answer = resolve));
      const begun: number[] = [];
      let done = 0;
      const lane = laneOf(async ({ workspace_id }) => {
        begun.push(workspace_id);
        if (workspace_id !== third) await hangs;
        done += 1;
      }, budget);
      const hanging = [first, second].flatMap((of) => Array.from({ length: 20 }, () => large(of)));
      await queued(db.database, ...hanging);
      const wakes = setInterval(() => void lane.drain().catch(() => undefined), 20);
      try {
        await until('two workspaces use up their shares', () => [first, second].every((of) => begun.includes(of)));
        await queued(db.database, large(third), large(third), large(third));
        await until('the third is served', () => done === 3, { ms: 15_000 });
        expect(begun.length).toBeLessThan(3 + 2 * 6);
        answer();
        await until('all are done', () => done === hanging.length + 3, { ms: 15_000 });
      } finally {
        clearInterval(wakes);
      }
      expect(budget.most).toBeLessThan(12 * BYTES);
    });

    it('hands over a message larger than the budget', async () => {
      const workspace = await aWorkspace(db.database);
      let done = 0;
      const lane = laneOf(async () => void (done += 1), new ContentBudget(BYTES, BYTES / 2));
      await queued(db.database, large(workspace, 'x'.repeat(3 * BYTES)), large(workspace), large(workspace));
      lane.drain().catch(() => undefined);
      await until('all are done', () => done === 3, { ms: 15_000 });
    });
  });
});
