import { describe, expect, it } from '@jest/globals';
import { until } from '@dundun/testing';
import { expectOk } from './support/answers.js';
import { aList, anAddress, aTemplate, unique } from './support/fixtures.js';
import { useWorkspace } from './support/product.js';

const PATIENTLY = { ms: 60_000 };
const out = { id: 'out', kind: 'exit' };
const CALLED = { trigger: { kind: 'api' }, settings: { reentry: { policy: 'after_end' } } };

describe('sends of automations', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const create = async (graph?: object) =>
    (await call('POST /console/automations', { body: { name: unique('Automation'), graph } })).body as { id: string };
  const post = (id: string, action: string, body: object = {}) =>
    call(`POST /console/automations/${id}/${action}`, { body });
  const live = async (graph: object) => {
    const { id } = await create(graph);
    expectOk(await post(id, 'publish'));
    return id;
  };
  const path = async (id: string, run: string) => (await call(`GET /console/automations/${id}/enrolments/${run}`)).body;
  const enrol = (id: string, body: object) => call(`POST /v1/automations/${id}/enrol`, { body });

  it('hold a mail in quiet hours, and skip the one that a cap forbids', async () => {
    const list = (await aList(call)).id;
    const template = (await aTemplate(call, { subject: 'Hi', html: '<p>Hi</p>', text: undefined })).id;
    const mail = (id: string, next: string, late: string) => ({ id, kind: 'email', template, late, next });
    const graph = { ...CALLED, settings: { list, reentry: { policy: 'after_end' } }, first: 'one' };
    const [uid, email] = [unique('user'), anAddress()];
    expectOk(await call(`PUT /v1/users/${uid}`, { body: { email } }));
    expectOk(await call(`POST /v1/lists/${list}/subscribers`, { body: { uid, email } }));
    const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
    const settings = async (body: object) => expectOk(await call('PUT /console/workspace', { body }));

    await settings({ email_quiet_hours: { from: clock(-1), to: clock(5) }, email_day_cap: 1 });
    const waiting = await live({ ...graph, steps: [mail('one', 'out', 'wait'), out] });
    const { run: held } = (await enrol(waiting, { uid })).body;
    await until('it is held', async () => (await path(waiting, held)).run.hold !== null, PATIENTLY);
    expect((await path(waiting, held)).run).toMatchObject({ step: 'one', hold: { reason: 'quiet_hours', cap: null } });

    await settings({ email_quiet_hours: null });
    const skipping = await live({ ...graph, steps: [mail('one', 'two', 'skip'), mail('two', 'out', 'skip'), out] });
    const { run } = (await enrol(skipping, { uid })).body;
    await until('it is over', async () => (await path(skipping, run)).run.end_reason === 'done', PATIENTLY);
    const [sent, skipped] = (await path(skipping, run)).visits;
    expect([sent.outcome, skipped.outcome]).toEqual(['next', 'skipped:capped']);
    expect(skipped.facts).toMatchObject({ held: { reason: 'capped', cap: { limit: 1, per: 'day' } } });
    await settings({ email_day_cap: null });
  });
});
