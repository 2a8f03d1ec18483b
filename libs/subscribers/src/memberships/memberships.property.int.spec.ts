/**
 * @slow walks random orders of calls through the database
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import type { SubscribeBody } from '@dundun/contracts';
import { Replayed } from '@dundun/platform/database';
import { useDatabase } from '@dundun/testing';
import { runs } from '@dundun/testing/repetitions';
import fc from 'fast-check';
import { Memberships } from './memberships.service.js';
import { Model, type ModelList } from './testing-memberships-model.js';
import {
  anOrigin,
  aProcess,
  aStage,
  callerOf,
  confirmationMails,
  entities,
  faultsOf,
  standings,
  subscriberCount,
  type Stage,
} from '../testing.js';

type Name = 'plain' | 'optin';
type Step =
  | { do: 'join'; list: Name; email?: string | null; number?: string | null; level: 'full' | 'key' }
  | { do: 'put'; list: Name; who: number; subscribed: boolean }
  | { do: 'remove'; list: Name; who: number }
  | { do: 'confirm'; mail: number }
  | { do: 'archive' | 'switch'; list: Name };

const EMAILS = ['ada@example.com', 'bob@example.com'];
const NUMBERS = ['2340000001', '2340000002'];

const list = fc.constantFrom<Name>('plain', 'optin', 'optin');
const maybe = (values: string[]) =>
  fc.option(fc.option(fc.constantFrom(...values), { nil: null, freq: 5 }), { nil: undefined, freq: 4 });
const joins = fc
  .record({
    do: fc.constant('join' as const),
    list,
    email: maybe(EMAILS),
    number: maybe(NUMBERS),
    level: fc.constant('full' as const),
  })
  .filter(({ email, number }) => Boolean(email ?? number));
const keyJoins = fc.record({
  do: fc.constant('join' as const),
  list,
  number: fc.constantFrom(...NUMBERS),
  level: fc.constant('key' as const),
});
const who = fc.nat(2);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof<fc.WeightedArbitrary<Step>[]>(
    { weight: 8, arbitrary: joins },
    { weight: 3, arbitrary: keyJoins },
    { weight: 7, arbitrary: fc.record({ do: fc.constant('put' as const), list, who, subscribed: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), list, who }) },
    { weight: 6, arbitrary: fc.record({ do: fc.constant('confirm' as const), mail: fc.nat(3) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('archive' as const, 'switch' as const), list }) },
  ),
  { minLength: 10, maxLength: 40, size: 'max' },
);

const db = useDatabase(entities);
const processes: INestApplicationContext[] = [];
beforeAll(async () => {
  for (let count = 0; count < 2; count++) processes.push(await aProcess(db.config));
});
afterAll(() => Promise.all(processes.map((process) => process.close())));

/** Runs the product, one step at a time. */
class Product {
  readonly uids: string[] = [];
  readonly tokens: string[] = [];

  constructor(
    readonly stage: Stage,
    private readonly memberships: Memberships,
  ) {}

  async run(step: Step): Promise<unknown> {
    try {
      return await this.attempt(step);
    } catch (error) {
      return (error as Error).name;
    }
  }

  private async attempt(step: Step): Promise<unknown> {
    const { stage, memberships, uids } = this;
    const caller = callerOf(stage.workspaceId, 'level' in step ? step.level : 'full');
    if (step.do === 'confirm') return memberships.confirm(this.tokens[step.mail] ?? '', 'text', anOrigin);
    const { id, doubleOptin } = await stage.lists.find(stage.workspaceId, stage[step.list].id);
    if (step.do === 'join') {
      const { email, number } = step;
      const joined = await memberships.join(caller, id, { email, number } as SubscribeBody, anOrigin);
      if (joined instanceof Replayed) throw new Error('replayed');
      if (!uids.includes(joined.uid)) uids.push(joined.uid);
      return [uids.indexOf(joined.uid), joined.subscribed, joined.notices.length];
    }
    if (step.do === 'put')
      return memberships.setSubscribed(caller, id, uids[step.who] ?? '?', step.subscribed, anOrigin);
    if (step.do === 'remove') return memberships.remove(caller, id, uids[step.who] ?? '?', anOrigin);
    if (step.do === 'archive') await stage.lists.archive(stage.workspaceId, id);
    else await stage.lists.update(stage.workspaceId, id, { double_optin: !doubleOptin });
  }

  /** Membership states of a list, in order of creation of the people. */
  async standings(name: Name): Promise<Record<number, string>> {
    const all = Object.entries(await standings(this.stage, this.stage[name]));
    return Object.fromEntries(all.map(([uid, status]) => [this.uids.indexOf(uid), status]));
  }
}

function modelled(model: Model, step: Step): unknown {
  const lists: Record<Name, ModelList> = { plain: model.plain, optin: model.optin };
  try {
    if (step.do === 'confirm') return model.confirm(step.mail);
    const on = lists[step.list];
    if (step.do === 'join') return model.join(on, step.email, step.number, step.level === 'key');
    if (step.do === 'put') return model.put(on, step.who, step.subscribed);
    if (step.do === 'remove') return model.remove(on, step.who);
    if (step.do === 'archive') on.archived = true;
    else on.asks = !on.asks;
  } catch (error) {
    return error;
  }
}

const keyCount = async ({ database, workspaceId }: Stage) =>
  (await database.query('SELECT 1 FROM person_keys WHERE workspace_id = $1', [workspaceId])).length;

describe('memberships', () => {
  it('match the model for random commands in random order', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const [process] = processes as [INestApplicationContext];
        const product = new Product(await aStage(process), process.get(Memberships));
        const model = new Model();
        for (const step of all) {
          expect([step, await product.run(step)]).toEqual([step, modelled(model, step)]);
          const mails = await confirmationMails(product.stage);
          product.tokens.splice(0, Infinity, ...mails.map(({ token }) => token));
          expect(mails.map(({ to }) => to)).toEqual(model.mails.map(({ address }) => address));
        }
        for (const name of ['plain', 'optin'] as const) {
          expect(await product.standings(name)).toEqual(Object.fromEntries(model[name].standing));
          expect(await subscriberCount(product.stage, product.stage[name])).toBe(model.count(model[name]));
        }
        expect(await faultsOf(product.stage)).toEqual([]);
        expect(await keyCount(product.stage)).toBe(
          model.people.flatMap(({ email, number }) => [email ?? [], number ?? []].flat()).length,
        );
      }),
      runs(8, 200),
    );
  }, 600_000);

  it('keep the invariants of the tables when two processes run all commands at once', async () => {
    await fc.assert(
      fc.asyncProperty(steps, steps, async (first, second) => {
        const [one, two] = processes as [INestApplicationContext, INestApplicationContext];
        const stage = await aStage(one);
        const products = [new Product(stage, one.get(Memberships)), new Product(stage, two.get(Memberships))] as const;
        await Promise.all([
          ...first.map((step) => products[0].run(step)),
          ...second.map((step) => products[1].run(step)),
        ]);
        const known = [...new Set([...products[0].uids, ...products[1].uids])];
        for (const product of products) product.uids.splice(0, Infinity, ...known);
        const tokens = (await confirmationMails(stage)).map(({ token }) => token);
        for (const product of products) product.tokens.splice(0, Infinity, ...tokens);
        await Promise.all([
          ...second.map((step) => products[0].run(step)),
          ...first.map((step) => products[1].run(step)),
        ]);
        expect(await faultsOf(stage)).toEqual([]);
      }),
      runs(5, 100),
    );
  }, 600_000);
});
