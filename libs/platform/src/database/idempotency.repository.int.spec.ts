/**
 * Depends on the version of PostgreSQL: locks, snapshots, plans and partitions differ between releases.
 * @half both
 */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { IdempotencyKeyReusedError } from '@dundun/domain';
import { useDatabase } from '@dundun/testing';
import { runs } from '@dundun/testing/repetitions';
import fc from 'fast-check';
import { GroupCommit } from './group-commit.js';
import { once, Replayed, type IdempotencyClaim, type StoredAnswer } from './idempotency.repository.js';

/** A request of a client: its key and body, operation and time, and whether the service refuses it. */
interface Request {
  workspace: number;
  path: string;
  key: string;
  body: string;
  refused: boolean;
  dayLater: boolean;
}

const REFUSED = 'refused by the rules of the route';

const requests = fc.array(
  fc.record({
    workspace: fc.constantFrom(1, 2),
    path: fc.constantFrom('/v1/a', '/v1/b'),
    key: fc.constantFrom('k1', 'k2'),
    body: fc.constantFrom('x', 'y'),
    refused: fc.boolean(),
    dayLater: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  }),
  { minLength: 1, maxLength: 25 },
);

/** The rules of the contract in ten lines: which request gets a new answer, a replay or a refusal. */
class Model {
  private readonly kept = new Map<string, { body: string; effect: number }>();
  private effects = 0;

  expected({ workspace, path, key, body, refused, dayLater }: Request): string {
    if (dayLater) this.kept.clear();
    const id = `${workspace} ${path} ${key}`;
    const earlier = this.kept.get(id);
    if (earlier) return earlier.body === body ? `replay ${earlier.effect}` : 'reused';
    if (refused) return 'refused';
    this.kept.set(id, { body, effect: ++this.effects });
    return `effect ${this.effects}`;
  }
}

describe('idempotency keys', () => {
  const db = useDatabase();
  let effects = 0;

  beforeAll(async () => {
    await db.database.execute('CREATE TABLE effects (number int PRIMARY KEY)');
  });

  const claimOf = ({ workspace, path, key, body }: Request): IdempotencyClaim => ({
    workspaceId: workspace,
    method: 'POST',
    path,
    key,
    fingerprint: Buffer.from(body),
  });
  const reset = async () => {
    effects = 0;
    await db.database.execute('TRUNCATE effects, idempotency_keys');
  };
  const happen = async (): Promise<number> => {
    await db.database.execute('INSERT INTO effects VALUES ($1)', [++effects]);
    return effects;
  };
  const shown = (answer: StoredAnswer) => (answer.body as { effect: number }).effect;

  /** The two ways to store a key: the interceptor's transaction and a group commit. */
  const ways: Record<string, (request: Request) => Promise<string>> = {
    'one transaction': async (request) => {
      const outcome = await once(db.database, claimOf(request), async () => {
        if (request.refused) throw new Error(REFUSED);
        return { body: { effect: await happen() } };
      });
      return outcome instanceof Replayed ? `replay ${shown(outcome.answer)}` : `effect ${shown(outcome)}`;
    },
    'a group commit': async (request) => {
      const commit = new GroupCommit<Request, number>(db.database, {
        name: 'effects',
        flush: ([only]) =>
          only?.refused ? Promise.resolve([new Error(REFUSED)]) : happen().then((number) => [number]),
        answer: (effect) => ({ body: { effect } }),
      });
      const outcome = await commit.submit(request, claimOf(request));
      return outcome instanceof Replayed ? `replay ${shown(outcome.answer)}` : `effect ${outcome}`;
    },
  };

  it.each(Object.entries(ways))(
    'keep to the contract in every order of requests, in %s',
    async (_, send) => {
      await fc.assert(
        fc.asyncProperty(requests, async (sequence) => {
          await reset();
          const model = new Model();
          for (const request of sequence) {
            if (request.dayLater)
              await db.database.execute("UPDATE idempotency_keys SET created_at = now() - interval '25 hours'");
            const actual = await send(request).catch((error: Error) => {
              if (error instanceof IdempotencyKeyReusedError) return 'reused';
              if (error.message === REFUSED) return 'refused';
              throw error;
            });
            expect(actual).toBe(model.expected(request));
          }
        }),
        runs(20, 600),
      );
    },
    600_000,
  );
});
