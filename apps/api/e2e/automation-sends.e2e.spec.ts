import { describe, expect, it } from '@jest/globals';
import { until } from '@dundun/testing';
import { startReceiver } from '@dundun/webhooks/testing';
import { expectOk, expectRefusal } from './support/answers.js';
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
  const read = async (id: string) => (await call(`GET /console/automations/${id}`)).body;
  const live = async (graph: object) => {
    const { id } = await create(graph);
    expectOk(await post(id, 'publish'));
    return id;
  };
  const path = async (id: string, run: string) => (await call(`GET /console/automations/${id}/enrolments/${run}`)).body;
  const aUser = async (body: object = {}) => {
    const uid = unique('user');
    expectOk(await call(`PUT /v1/users/${uid}`, { body: { email: anAddress(), ...body } }));
    return uid;
  };
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

  it('do not go live while the workspace does not say who it is, and say so in each mail', async () => {
    const list = (await aList(call)).id;
    const template = (await aTemplate(call, { subject: 'Hi', html: '<p>Hi</p>', text: undefined })).id;
    const mail = (id: string, next: string) => ({ id, kind: 'email', template, next });
    const graph = { ...CALLED, settings: { list, reentry: { policy: 'after_end' } }, first: 'one' };
    const { id } = await create({ ...graph, steps: [mail('one', 'two'), mail('two', 'out'), out] });
    const address = async (postal_address: string | null) =>
      expectOk(await call('PUT /console/workspace', { body: { postal_address } }));
    await address(null);
    const { body } = await post(id, 'validate');
    expect(body.problems).toEqual([
      {
        step: 'one',
        field: 'graph.steps[0]',
        message: expect.stringMatching(/^cannot be sent: the workspace has no postal address/),
      },
    ]);
    expectRefusal(await post(id, 'publish'), 409, 'automation_not_ready', /no postal address/);
    await address('1 Broad Street\nLagos');
    expectOk(await post(id, 'publish'));
    const email = anAddress();
    const uid = await aUser({ email });
    expectOk(await call(`POST /v1/lists/${list}/subscribers`, { body: { uid, email } }));
    const { run } = (await enrol(id, { uid })).body;
    await until('it is over', async () => (await path(id, run)).run.end_reason === 'done', PATIENTLY);
    const [sent] = (await path(id, run)).visits;
    const { content } = (await call(`GET /v1/messages/${sent.message}`)).body;
    expect(content.html).toMatch(/Hi.*Broad Street.*\/p\/u\/.*\/p\/preferences\//s);
  });

  describe('are tried with one person', () => {
    const pro = { match: { attribute: 'plan', type: 'text', is: 'equals', value: 'pro' }, next: 'mail' };
    const aDraft = async (hook: string) => {
      const [list, name] = [(await aList(call)).id, '{{ first_name }}'];
      const template = (await aTemplate(call, { subject: `Hi ${name}`, html: `<p>${name}</p>`, text: undefined })).id;
      const { id } = await create({
        ...CALLED,
        settings: { list, reentry: { policy: 'never' } },
        first: 'nap',
        steps: [
          { id: 'nap', kind: 'delay', for: { days: 1 }, next: 'who' },
          { id: 'who', kind: 'branch', branches: [pro], else: 'out' },
          { id: 'mail', kind: 'email', template, next: 'note' },
          { id: 'note', kind: 'update', changes: [{ set: 'tried', to: true }], next: 'hook' },
          { id: 'hook', kind: 'webhook', url: hook, keep: ['code'], next: 'wait', failed: 'out' },
          { id: 'wait', kind: 'wait', wake: [{ event: 'Paid', next: 'out' }], timeout: { days: 2 }, else: 'out' },
          out,
        ],
      });
      return { id, list };
    };
    /** What the next call says of where the test is. */
    const placeOf = ({ step, visit, since, due_at, answers }: Record<string, unknown>) => ({ step, visit, since, due_at, answers }); // prettier-ignore
    const steps = (visits: { step: string; outcome: string }[]) => visits.map(({ step, outcome }) => `${step} ${outcome}`); // prettier-ignore

    it('who is made up goes to the end, mails the tester alone, and leaves nothing behind', async () => {
      const receiver = await startReceiver();
      const { id, list } = await aDraft(receiver.url);
      const [to, attribute] = [anAddress(), unique('plan')];
      const person = { first_name: 'Ada', email: anAddress(), plan: 'pro', [attribute]: 1 };
      const answer = await post(id, 'test', { person, email: to, to_end: true });
      expectOk(answer);
      const { visits, next } = answer.body;
      expect(steps(visits)).toEqual(['nap next', 'who 0', 'mail next', 'note next', 'hook next', 'wait else', 'out done']); // prettier-ignore
      expect([next, receiver.received]).toEqual([null, []]);
      expect(visits[1].facts).toEqual({ 0: { answer: true, attributes: { plan: 'pro' } } });
      const days = (new Date(visits[6].at).getTime() - Date.now()) / 86_400_000;
      expect(days).toBeGreaterThan(2.9);
      const mail = (await call(`GET /v1/messages/${visits[2].message}`)).body;
      expect(mail).toMatchObject({ list: null, subject: '[Test] Hi Ada' });
      expect(JSON.stringify(mail.recipients)).toContain(to);
      expect(await read(id)).toMatchObject({ runs: { inside: 0, entered: 0 }, steps: [] });
      expect((await call(`GET /v1/lists/${list}`)).body.subscriber_count).toBe(0);
      expect((await call(`GET /v1/users/${encodeURIComponent(person.email)}`)).status).toBe(404);
      const other = await post(id, 'test', { person: { plan: 'basic' }, to_end: true });
      expect(steps(other.body.visits)).toEqual(['nap next', 'who else', 'out done']);
      await receiver.close();
    });

    it('somebody goes from wait to wait, by the way that is chosen, and webhooks are called if asked', async () => {
      const receiver = await startReceiver();
      receiver.answer = (response) => response.end(JSON.stringify({ code: 'SAVE-5' }));
      const { id, list } = await aDraft(receiver.url);
      const uid = await aUser({ first_name: 'Ada', meta: { plan: 'pro' } });
      const test = async (body: object = {}) => (await post(id, 'test', { uid, calls: true, ...body })).body;
      const first = await test();
      expect([first.visits, first.next]).toMatchObject([[], { step: 'nap', visit: 1, ways: [] }]);
      const second = await test({ from: placeOf(first.next) });
      expect(steps(second.visits)).toEqual(['nap next', 'who 0', 'mail skipped:no_consent', 'note next', 'hook next']);
      expect(second.visits[4].call).toEqual({ status: 200, error: null });
      expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ data: { step: 'hook', is_test: true, person: { uid } } }); // prettier-ignore
      expect(second.next).toMatchObject({ step: 'wait', ways: ['0'], answers: { hook: { code: 'SAVE-5' } } });
      const there = placeOf(second.next);
      expect(steps((await test({ from: { ...there, way: '0' } })).visits)).toEqual(['wait 0', 'out done']);
      expectRefusal(await post(id, 'test', { uid, from: { ...there, way: '9' } }), 400, 'invalid_input', /from\.way/);
      expectRefusal(
        await post(id, 'test', { uid, from: { ...there, step: 'gone' } }),
        400,
        'invalid_input',
        /from\.step/,
      );
      expectRefusal(await post(id, 'test', { uid, person: {} }), 400, 'invalid_input', /person/);
      expectRefusal(await post(id, 'test', { uid: unique('nobody') }), 404, 'unknown_person');
      expect((await call(`GET /v1/users/${uid}`)).body.meta).toEqual({ plan: 'pro' });
      expect((await call(`GET /console/automations/${id}/people/${uid}`)).body.runs).toEqual([]);
      expect((await call(`GET /v1/lists/${list}`)).body.subscriber_count).toBe(0);
      await receiver.close();
    });
  });
});
