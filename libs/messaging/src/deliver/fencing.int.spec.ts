import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { UnavailableError } from '@dundun/domain';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { Attempts } from './attempts.repository.js';
import { LaneClaims } from './lane-claims.repository.js';
import type { ClaimedMessage } from '../message/message.js';
import type { Route } from './route.js';
import { aHandOver, FREE_TRAFFIC } from './testing-providers.js';
import { aMessage, aRecipient, queued, rowOf } from '../testing.js';

const ACCEPTED = { kind: 'accepted', providerId: 'p1', detail: 'ok' } as const;

describe('a lease that passes to another worker', () => {
  const db = useDatabase();
  let workspace: number;

  beforeEach(async () => {
    workspace = await aWorkspace(db.database);
  });

  const claims = () => new LaneClaims(db.database);
  const claim = async () => (await claims().claim('sms', 'fast', workspace, 10))[0] as ClaimedMessage;
  const expire = ({ id }: { id: string }) =>
    db.database.execute("UPDATE messages SET due_at = now() - interval '1 second' WHERE id = $1", [id]);
  const attemptsOf = ({ id }: { id: string }) =>
    db.database.query('SELECT number, outcome, detail FROM attempts WHERE message_id = $1 ORDER BY number', [id]);
  const accepted = async () =>
    (
      await db.database.query<{ count: number }>(
        "SELECT coalesce(sum(count), 0)::int AS count FROM delivery_counts WHERE workspace_id = $1 AND outcome = 'accepted'",
        [workspace],
      )
    )[0]?.count;
  const anSms = () =>
    aMessage(workspace, {
      channel: 'sms',
      source: 'twilio',
      sender: { name: null, address: 'DUNDUN' },
      recipients: [aRecipient('2348012345678')],
      content: { body: 'Hi' },
    });

  /** A hand-over whose provider records each call. */
  const deliveryWith = (calls: string[], more: { attempts?: Attempts; during?: () => Promise<void> } = {}) => {
    const route: Route = {
      provider: 'twilio',
      integrationId: null,
      onUnknown: 'hold',
      captures: false,
      maxRecipients: 1,
      rateLimit: null,
      health: 'fine',
      send: async ({ id }) => {
        calls.push(id);
        await more.during?.();
        return ACCEPTED;
      },
    };
    const routes = { of: () => Promise.resolve([route]) };
    return aHandOver(db.database, { routes, traffic: FREE_TRAFFIC }, more.attempts);
  };

  it('refuses the late outcome of a zombie worker, so that no SMS is sent twice', async () => {
    const [message] = await queued(db.database, anSms());
    const zombie = await claim();
    let takenOver: ClaimedMessage | undefined;
    const calls: string[] = [];
    // Another worker claims the message during the zombie's call, and has not handled it yet.
    const during = async () => {
      await expire(message!);
      takenOver = await claim();
    };
    await deliveryWith(calls, { during }).deliver(zombie);
    expect(takenOver).toMatchObject({ status: 'sending', claim: zombie.claim + 1 });
    expect(await attemptsOf(message!)).toMatchObject([{ number: 1, outcome: null }]);
    expect(await accepted()).toBe(0);

    await deliveryWith(calls).deliver(takenOver!);
    expect(calls).toEqual([message!.id]);
    expect(await rowOf(db.database, message!)).toMatchObject({ status: 'held', attempts: 1 });
    expect(await attemptsOf(message!)).toMatchObject([{ number: 1, outcome: 'unknown' }]);
  });

  it('makes no call when the worker slept past its lease after the mark', async () => {
    const [message] = await queued(db.database, anSms());
    class Slow extends Attempts {
      override async start(...given: Parameters<Attempts['start']>) {
        const started = await super.start(...given);
        await expire(given[0]);
        jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
        return started;
      }
    }
    const calls: string[] = [];
    try {
      await deliveryWith(calls, { attempts: new Slow(db.database) }).deliver(await claim());
    } finally {
      jest.restoreAllMocks();
    }
    expect(calls).toEqual([]);
    expect(await attemptsOf(message!)).toMatchObject([{ number: 1, outcome: 'not_sent' }]);
    expect(await rowOf(db.database, message!)).toMatchObject({ status: 'queued' });
  });

  it('makes the call after a long wait for its slot if the lease was renewed meanwhile', async () => {
    const [message] = await queued(db.database, anSms());
    class Slow extends Attempts {
      override async start(...given: Parameters<Attempts['start']>) {
        const started = await super.start(...given);
        return started.kind === 'started' ? { ...started, leasedAt: started.leasedAt - 60_000 } : started;
      }
    }
    const calls: string[] = [];
    await deliveryWith(calls, { attempts: new Slow(db.database) }).deliver(await claim());
    expect(calls).toEqual([message!.id]);
  });

  it('takes back a mark whose answer was lost', async () => {
    const [message] = await queued(db.database, anSms());
    class Cut extends Attempts {
      override async start(...given: Parameters<Attempts['start']>): Promise<never> {
        await super.start(...given);
        throw new UnavailableError();
      }
    }
    const calls: string[] = [];
    const cut = deliveryWith(calls, { attempts: new Cut(db.database) }).deliver(await claim());
    await expect(cut).rejects.toBeInstanceOf(UnavailableError);
    expect(await rowOf(db.database, message!)).toMatchObject({ status: 'queued', attempts: 1 });
    await expire(message!);
    await deliveryWith(calls).deliver(await claim());
    expect(calls).toEqual([message!.id]);
    expect(await attemptsOf(message!)).toMatchObject([{ outcome: 'not_sent' }, { outcome: 'accepted' }]);
    expect(await rowOf(db.database, message!)).toMatchObject({ status: 'sent' });
  });

  it('does not extend the lease over the wait that an outcome has just set', async () => {
    const [message] = await queued(db.database, anSms());
    const held = await claim();
    await db.database.execute(
      "UPDATE messages SET status = 'held', due_at = now() + interval '15 minutes' WHERE id = $1",
      [message!.id],
    );
    await claims().extend([held]);
    expect((await rowOf(db.database, message!)).due_at!.getTime()).toBeGreaterThan(Date.now() + 600_000);
  });

  it('records an outcome however old the message is', async () => {
    const [message] = await queued(db.database, anSms());
    const claimed = await claim();
    const old = { ...claimed, created_at: new Date(Date.now() - 60 * 86_400_000) };
    await deliveryWith([]).deliver(old);
    expect(await rowOf(db.database, message!)).toMatchObject({ status: 'sent' });
  }, 10_000);
});
