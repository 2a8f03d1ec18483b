import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { UnknownPersonError } from '@dundun/domain';
import { useDatabase } from '@dundun/testing';
import { runs } from '@dundun/testing/repetitions';
import fc from 'fast-check';
import { actionsOn } from '../testing-actions.js';
import { aProcess, aStage, entities, faultsOf, type Stage } from '../testing.js';
import { UsersModel } from './testing-users-model.js';

interface Said {
  email?: string | null;
  number?: string | null;
}
type Step =
  | { do: 'write' | 'key'; uid: string; said: Said }
  | { do: 'match' | 'join'; said: Said }
  | { do: 'erase'; who: number };

const UIDS = ['u-1', 'u-2', 'u-3', 'u-4'];
const maybe = (...values: string[]) =>
  fc.option(fc.option(fc.constantFrom(...values), { nil: null, freq: 5 }), { nil: undefined, freq: 3 });
const said: fc.Arbitrary<Said> = fc.record({
  email: maybe('ada@example.com', 'bob@example.com'),
  number: maybe('2340000001', '2340000002'),
});
const joinable = said.filter(({ email, number }) => Boolean(email ?? number));
const uid = fc.constantFrom(...UIDS);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof<fc.WeightedArbitrary<Step>[]>(
    { weight: 8, arbitrary: fc.record({ do: fc.constant('write' as const), uid, said }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('key' as const), uid, said }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('match' as const), said }) },
    { weight: 5, arbitrary: fc.record({ do: fc.constant('join' as const), said: joinable }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('erase' as const), who: fc.nat(5) }) },
  ),
  { minLength: 5, maxLength: 30, size: 'max' },
);

const db = useDatabase(entities);
const processes: INestApplicationContext[] = [];
beforeAll(async () => {
  for (let count = 0; count < 2; count++) processes.push(await aProcess(db.config));
});
afterAll(() => Promise.all(processes.map((process) => process.close())));

const PEOPLE = `SELECT id, uid, uid_updateable, email, number FROM people WHERE workspace_id = $1 ORDER BY id`;

/** Runs the product, one step at a time. */
class Product {
  /** Uids and ids of people, in order of creation. */
  readonly ids: string[] = [];
  private readonly actions = actionsOn(() => this.stage);

  constructor(readonly stage: Stage) {}

  async run(step: Step): Promise<unknown> {
    const { write, join } = this.actions;
    if (step.do === 'erase') return this.erase(step.who);
    if (step.do === 'join') {
      const { uid, notices } = await join(this.stage.plain, step.said as { email: string });
      const { id } = await this.actions.personOf(uid);
      return this.outcome(id, !this.ids.includes(id), notices);
    }
    const named = 'uid' in step ? step.uid : null;
    const { personId, isNew, notices } = await write(named, step.said, { level: step.do === 'key' ? 'key' : 'full' });
    return this.outcome(personId, isNew, notices);
  }

  private outcome(personId: string, isNew: boolean, notices: string[]): unknown {
    if (!this.ids.includes(personId)) this.ids.push(personId);
    return [this.ids.indexOf(personId), isNew, notices.length];
  }

  private async erase(who: number): Promise<void> {
    const person = (await this.people()).find(({ id }) => id === this.ids[who]);
    if (person) await this.actions.erase(person.uid);
  }

  people() {
    return this.stage.database.query<{
      id: string;
      uid: string;
      uid_updateable: boolean;
      email: string | null;
      number: string | null;
    }>(PEOPLE, [this.stage.workspaceId]);
  }

  async shown(): Promise<unknown[]> {
    return (await this.people()).map(({ id, uid, uid_updateable, email, number }) => {
      const who = this.ids.indexOf(id);
      return { uid: uid_updateable ? `made ${who}` : uid, own: !uid_updateable, email, number, who };
    });
  }
}

function modelled(model: UsersModel, step: Step): unknown {
  if (step.do === 'write') return model.write(step.uid, step.said);
  if (step.do === 'key') return model.writeByKey(step.uid, step.said);
  if (step.do === 'erase') return model.erase(step.who);
  return model.match(step.said, step.do === 'match');
}

describe('a user call', () => {
  it('matches the model for random calls in random order', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const product = new Product(await aStage(processes[0] as INestApplicationContext));
        const model = new UsersModel();
        for (const step of all) {
          expect([step, await product.run(step)]).toEqual([step, modelled(model, step)]);
          const known = model.people.map((person, who) => ({ ...person, who })).filter(({ gone }) => !gone);
          expect(await product.shown()).toEqual(known.map(({ gone: _, ...person }) => person));
        }
        expect(await faultsOf(product.stage)).toEqual([]);
      }),
      runs(12, 300),
    );
  }, 600_000);

  it('keeps the invariants of the keys when two processes run all calls at once', async () => {
    await fc.assert(
      fc.asyncProperty(steps, steps, async (first, second) => {
        const [one, two] = processes as [INestApplicationContext, INestApplicationContext];
        const stage = await aStage(one);
        const { workspaceId } = stage;
        const other = { ...stage, ...(await aStage(two)), workspaceId, plain: stage.plain, optin: stage.optin };
        const products = [new Product(stage), new Product(other)] as const;
        const quietly = (product: Product, step: Step) =>
          product.run(step).catch((error: unknown) => {
            // The other process erased the person between two statements.
            if (!(error instanceof UnknownPersonError) && !/nobody has the uid/.test(String(error))) throw error;
          });
        await Promise.all([
          ...first.map((step) => quietly(products[0], step)),
          ...second.map((step) => quietly(products[1], step)),
        ]);
        expect(await faultsOf(stage)).toEqual([]);
      }),
      runs(6, 150),
    );
  }, 600_000);
});
