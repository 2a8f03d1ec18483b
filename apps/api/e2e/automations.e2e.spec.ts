/** @slow pauses, drains and stops automations, whose runs timers end */
import { describe, expect, it } from '@jest/globals';
import { aReachableNumber } from '@dundun/domain/sms-marketing/testing';
import { until } from '@dundun/testing';
import { startReceiver } from '@dundun/webhooks/testing';
import { Webhook } from 'standardwebhooks';
import { expectOk, expectRefusal } from './support/answers.js';
import { aList, anAddress, aTemplate, NOBODY, unique } from './support/fixtures.js';
import { received } from './support/messages.js';
import { useWorkspace } from './support/product.js';
import { anotherWorkspace } from './support/workspaces.js';

const PATIENTLY = { ms: 60_000 };
const out = { id: 'out', kind: 'exit' };
const CALLED = { trigger: { kind: 'api' }, settings: { reentry: { policy: 'after_end' } } };
const NAP = { ...CALLED, first: 'nap', steps: [{ id: 'nap', kind: 'delay', for: { days: 1 }, next: 'out' }, out] };

describe('automations', () => {
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
  const runs = async (id: string, query = '') =>
    (await call(`GET /console/automations/${id}/enrolments${query}`)).body.data as {
      id: string;
      uid: string;
      end_reason: string | null;
    }[];
  const path = async (id: string, run: string) => (await call(`GET /console/automations/${id}/enrolments/${run}`)).body;
  const aUser = async (body: object = {}) => {
    const uid = unique('user');
    expectOk(await call(`PUT /v1/users/${uid}`, { body: { email: anAddress(), ...body } }));
    return uid;
  };
  const enrol = (id: string, body: object) => call(`POST /v1/automations/${id}/enrol`, { body });
  const track = async (uid: string, event: string, properties: object = {}) =>
    expectOk(await call(`POST /v1/users/${uid}/events`, { body: { event, properties } }));

  it('let an event bring somebody in, decide, mail once and change the person, and show the path', async () => {
    const [list, event] = [(await aList(call)).id, unique('Ordered')];
    const template = (await aTemplate(call, { subject: 'Order {{ entry.order_id }}', html: '<p>Thanks, {{ first_name }}</p>', text: undefined })).id; // prettier-ignore
    const id = await live({
      trigger: { kind: 'event', event, where: [{ property: 'total', type: 'number', is: 'above', value: 10 }], key: 'order_id' }, // prettier-ignore
      settings: { list, reentry: { policy: 'each_key' } },
      first: 'who',
      steps: [
        { id: 'who', kind: 'branch', name: 'Pro?', branches: [{ match: { attribute: 'plan', type: 'text', is: 'equals', value: 'pro' }, next: 'mail' }], else: 'out' }, // prettier-ignore
        { id: 'mail', kind: 'email', template, next: 'note' },
        { id: 'note', kind: 'update', changes: [{ set: 'thanked', to: true }, { increment: 'orders', by: 1 }], next: 'out' }, // prettier-ignore
        out,
      ],
    });
    const email = anAddress();
    const uid = unique('ada');
    const person = { email, first_name: 'Ada', meta: { plan: 'pro', orders: 2 } };
    expectOk(await call(`PUT /v1/users/${uid}`, { body: person }));
    expectOk(await call(`POST /v1/users/${uid}/lists`, { body: { lists: [list] } }));
    await track(uid, event, { order_id: 'small', total: 5 });
    await track(uid, event, { order_id: 'o-1', total: 50 });
    await track(uid, event, { order_id: 'o-1', total: 50 });
    await until('the run is done', async () => (await runs(id, '?state=ended')).length === 1, PATIENTLY);
    const [run] = await runs(id);
    const shown = await path(id, run?.id ?? '');
    expect(shown).toMatchObject({
      run: { uid: uid, key: 'o-1', end_reason: 'done', step: 'out' },
      entry: { order_id: 'o-1', total: 50 },
      visits: [
        { step: 'who', name: 'Pro?', outcome: '0', facts: { 0: { answer: true, attributes: { plan: 'pro' } } } },
        { step: 'mail', kind: 'email', outcome: 'next', message: expect.any(String) },
        { step: 'note', outcome: 'next', message: null },
        { step: 'out', outcome: 'done' },
      ],
    });
    const [mail, ...more] = await received(call, email);
    expect([mail?.subject, more]).toEqual(['Order o-1', []]);
    expect((await call(`GET /v1/messages/${shown.visits[1].message}`)).body).toMatchObject({ list, status: 'captured', content: { html: expect.stringContaining('Thanks, Ada') } }); // prettier-ignore
    expect((await call(`GET /v1/users/${uid}`)).body.meta).toMatchObject({ thanked: true, orders: 3 });
    const detail = await read(id);
    expect(detail.runs).toEqual({ inside: 0, entered: 1, ended: { done: 1 } });
    expect(detail.steps.map(({ step, left }: { step: string; left: object }) => [step, left])).toEqual([
      ['who', { 0: 1 }],
      ['mail', { next: 1 }],
      ['note', { next: 1 }],
      ['out', { done: 1 }],
    ]);
    const why = (await call(`GET /console/automations/${id}/people/${uid}`)).body;
    expect(why.checks.map(({ check, passes }: { check: string; passes: boolean }) => [check, passes])).toEqual([['state', true], ['trigger', true], ['filter', true], ['reentry', true]]); // prettier-ignore
    expect(why.runs).toHaveLength(1);
  });

  it('skip a send without consent, with its reason', async () => {
    const list = (await aList(call)).id;
    const template = (await aTemplate(call, { subject: 'Hi', text: 'Hi' })).id;
    const steps = [{ id: 'mail', kind: 'email', template, next: 'out' }, out];
    const id = await live({ ...CALLED, settings: { list, reentry: { policy: 'after_end' } }, first: 'mail', steps });
    const uid = await aUser();
    const { run } = (await enrol(id, { uid })).body;
    await until('it is over', async () => (await path(id, run)).run.end_reason === 'done', PATIENTLY);
    expect((await path(id, run)).visits[0]).toMatchObject({
      step: 'mail',
      outcome: 'skipped:no_consent',
      message: null,
    });
  });

  it('send SMS by the consent for SMS, and say why one is skipped', async () => {
    const list = (await aList(call)).id;
    const text = { id: 'text', kind: 'sms', text: 'Hi {{ first_name }}, order {{ entry.order }}', next: 'out' };
    const graph = {
      ...CALLED,
      settings: { list, reentry: { policy: 'after_end' } },
      first: 'text',
      steps: [text, out],
    };
    const id = await live(graph);
    const aReader = async (channels: string[], person: object) => {
      const uid = await aUser({ first_name: 'Ada', ...person });
      expectOk(await call(`POST /v1/lists/${list}/subscribers`, { body: { uid, ...person, channels } }));
      return uid;
    };
    const number = aReachableNumber();
    const [wants, mailOnly] = [
      await aReader(['sms'], { number }),
      await aReader(['email'], { email: anAddress(), number: aReachableNumber() }),
    ];
    const ended = async (uid: string) => {
      const { run } = (await enrol(id, { uid, data: { order: 'o-1' } })).body;
      await until('it is over', async () => (await path(id, run)).run.end_reason === 'done', PATIENTLY);
      return (await path(id, run)).visits[0];
    };
    const sent = await ended(wants);
    expect(sent).toMatchObject({ step: 'text', kind: 'sms', outcome: 'next', message: expect.any(String) });
    const message = async () => (await call(`GET /v1/messages/${sent.message}`)).body;
    await until('it is captured', async () => (await message()).status === 'captured', PATIENTLY);
    expect(await message()).toMatchObject({ channel: 'sms', list, segments: 1, content: { text: 'Hi Ada, order o-1' } }); // prettier-ignore
    expect(await ended(mailOnly)).toMatchObject({ outcome: 'skipped:no_consent', message: null });
    const { id: draft } = await create({ ...graph, steps: [{ ...text, from: 'NOBODY' }, out] });
    expectRefusal(await post(draft, 'publish'), 409, 'automation_not_ready', /no sender ID of a connected provider/);
    const template = (await aTemplate(call, { subject: 'Hi', html: '<p>Hi</p>' })).id;
    const asMail = { ...graph, steps: [{ id: 'text', kind: 'sms', template, next: 'out' }, out] };
    expect((await post(draft, 'validate', { graph: asMail })).body.problems).toEqual([{ step: 'text', field: 'graph.steps[0].template', message: expect.stringMatching(/not for SMS/) }]); // prettier-ignore
  });

  it('call an address, and send what it answered', async () => {
    const receiver = await startReceiver();
    receiver.answer = (response) => response.end(JSON.stringify({ code: 'SAVE-5' }));
    const list = (await aList(call)).id;
    const hook = { id: 'hook', kind: 'webhook', url: receiver.url, keep: ['code'], next: 'text', failed: 'out' };
    const text = { id: 'text', kind: 'sms', text: 'Your code: {{ steps.hook.code }}', next: 'out' };
    const graph = { ...CALLED, settings: { list, reentry: { policy: 'after_end' } }, first: 'hook', steps: [hook, text, out] }; // prettier-ignore
    const { id: draft } = await create({ ...graph, steps: [{ ...hook, url: 'http://10.0.0.1/' }, text, out] });
    expect((await post(draft, 'validate')).body.problems).toEqual([{ step: 'hook', field: 'graph.steps[0].url', message: expect.stringMatching(/^cannot be called: /) }]); // prettier-ignore
    const id = await live(graph);
    const number = aReachableNumber();
    const uid = await aUser({ number });
    expectOk(await call(`POST /v1/lists/${list}/subscribers`, { body: { uid, number, channels: ['sms'] } }));
    const { run } = (await enrol(id, { uid })).body;
    await until('it is over', async () => (await path(id, run)).run.end_reason === 'done', PATIENTLY);
    const { visits } = await path(id, run);
    expect(visits[0]).toMatchObject({ step: 'hook', outcome: 'next', facts: { status: 200, error: null } });
    expect(visits[1]).toMatchObject({ step: 'text', outcome: 'next' });
    expect((await call(`GET /v1/messages/${visits[1].message}`)).body.content.text).toBe('Your code: SAVE-5');
    const { secret } = (await call('GET /console/automation-secret')).body;
    const { body, headers } = receiver.received[0] as { body: string; headers: object };
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({ data: { run_id: run, person: { uid } } }); // prettier-ignore
    const renewed = (await call('POST /console/automation-secret/rotate')).body.secret;
    expect([renewed === secret, (await call('GET /console/automation-secret')).body.secret]).toEqual([false, renewed]);
    await receiver.close();
  });

  it('are welcomed on a list: joining starts it, leaving ends it', async () => {
    const list = (await aList(call)).id;
    const id = await live({
      trigger: { kind: 'list', list, change: 'subscribed' },
      settings: { list },
      first: 'nap',
      steps: [{ id: 'nap', kind: 'delay', for: { days: 1 }, next: 'out' }, out],
    });
    const email = anAddress();
    expectOk(await call(`POST /v1/lists/${list}/subscribers`, { body: { email } }));
    await until('somebody is inside', async () => (await runs(id, '?state=inside&step=nap')).length === 1, PATIENTLY);
    const [run] = await runs(id);
    expectOk(await call(`DELETE /v1/lists/${list}/subscribers/${run?.uid}`));
    await until('the run is over', async () => (await runs(id))[0]?.end_reason === 'left', PATIENTLY);
  });

  it('are entered by calls once for each key, and say why somebody is kept out', async () => {
    const id = await live(NAP);
    const uid = await aUser();
    const first = (await enrol(id, { uid, key: 'k', data: { a: 1 } })).body;
    expect(first).toEqual({ run: expect.any(String), entered: true, reason: null });
    expect((await enrol(id, { uid, key: 'k' })).body).toEqual({ run: first.run, entered: false, reason: expect.stringMatching(/key was used/) }); // prettier-ignore
    expect((await enrol(id, { uid })).body).toEqual({ run: null, entered: false, reason: expect.stringMatching(/is inside/) }); // prettier-ignore
    expectRefusal(await enrol(id, { uid: unique('nobody') }), 404, 'unknown_person');
    expectRefusal(await enrol(NOBODY, { uid }), 404, 'unknown_automation');
    expectRefusal(await enrol(id, { uid, data: { long: 'x'.repeat(9_000) } }), 400, 'invalid_input', /8192 bytes/);
    const byEvent = await live({ ...NAP, trigger: { kind: 'event', event: 'Never' } });
    expectRefusal(await enrol(byEvent, { uid }), 409, 'automation_trigger');
    const why = (await call(`GET /console/automations/${byEvent}/people/${uid}`)).body;
    expect(why.checks[1]).toEqual({
      check: 'trigger',
      passes: false,
      message: expect.stringMatching(/no event “Never”/),
    });
    expectRefusal(await enrol((await create(NAP)).id, { uid }), 409, 'automation_state', /draft/);
    expectOk(await call(`DELETE /console/automations/${id}/enrolments/${first.run}`));
    expect((await path(id, first.run)).run).toMatchObject({ end_reason: 'stopped', due_at: null });
    expectRefusal(await call(`DELETE /console/automations/${id}/enrolments/${first.run}`), 409, 'run_state');
    expectRefusal(await call(`POST /console/automations/${id}/enrolments/${first.run}/retry`), 409, 'run_state');
  });

  it('are drafts until they are published, with each problem at its step', async () => {
    const { id } = await create();
    expect(await read(id)).toMatchObject({ state: 'draft', live_version: null, runs: { inside: 0, entered: 0 }, steps: [] }); // prettier-ignore
    const graph = { ...CALLED, first: 'mail', steps: [{ id: 'mail', kind: 'email', template: NOBODY, next: 'text' }, { id: 'text', kind: 'sms', template: NOBODY, next: 'gone' }] }; // prettier-ignore
    expectOk(await call(`PUT /console/automations/${id}`, { body: { graph } }));
    const { is_valid, problems } = (await post(id, 'validate')).body;
    expect(is_valid).toBe(false);
    expect(problems).toContainEqual({ step: 'text', field: 'graph.steps[1].next', message: expect.stringMatching(/gone, which does not exist/) }); // prettier-ignore
    expect(problems).toContainEqual({ step: 'mail', field: 'graph.steps[0]', message: expect.stringMatching(/^cannot be sent: /) }); // prettier-ignore
    expect((await post(id, 'validate', { graph: NAP })).body).toEqual({
      is_valid: true,
      problems: [],
      approval_void: false,
    });
    expect((await post(id, 'validate', { graph: { steps: 'none' } })).body.problems[0]).toMatchObject({ step: null });
    expectRefusal(await post(id, 'publish'), 409, 'automation_not_ready', /which does not exist/);
    for (const action of ['pause', 'resume', 'drain', 'stop'])
      expectRefusal(await post(id, action), 409, 'automation_state', /it is draft/);
    const { updated_at: base_updated_at } = await read(id);
    await until('the clock has moved', () => new Date().toISOString() !== base_updated_at);
    expectOk(await call(`PUT /console/automations/${id}`, { body: { graph: NAP, base_updated_at } }));
    expectRefusal(await call(`PUT /console/automations/${id}`, { body: { name: 'Late', base_updated_at } }), 409, 'automation_changed'); // prettier-ignore
    expectRefusal(await post(id, 'publish', { base_updated_at }), 409, 'automation_changed');
    expectRefusal(await call(`PUT /console/automations/${id}`, { body: {} }), 400, 'empty_update');
    const theirs = await anotherWorkspace(subject.product, {});
    expectRefusal(await call(`GET /console/automations/${id}`, { as: theirs }), 404, 'unknown_automation');
    const copy = (await post(id, 'duplicate')).body;
    expect(copy).toMatchObject({ state: 'draft', graph: NAP, name: expect.stringMatching(/ \(copy\)$/) });
    expectOk(await call(`DELETE /console/automations/${copy.id}`), { status: 'ok' });
    expectOk(await post(id, 'publish'));
    expectRefusal(await call(`DELETE /console/automations/${id}`), 409, 'automation_state');
    expectOk(await post(id, 'publish'));
    const { data } = (await call(`GET /console/automations/${id}/versions`)).body;
    expect(data.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
  });

  it('pause everybody where they are, resume, drain and stop', async () => {
    const short = {
      id: 'nap',
      kind: 'wait',
      wake: [{ event: 'Woken', next: 'out' }],
      timeout: { days: 1 },
      else: 'out',
    };
    const id = await live({ ...CALLED, first: 'nap', steps: [short, out] });
    const [one, other] = [await aUser(), await aUser()];
    const enter = async (uid: string) => (await enrol(id, { uid })).body.run as string;
    const run = await enter(one);
    await until('it rests', async () => (await path(id, run)).run.due_at > new Date(Date.now() + 60_000).toISOString());
    expect((await post(id, 'pause', { entering_only: true })).body).toMatchObject({ state: 'live', enters: false });
    expect((await enrol(id, { uid: other })).body).toMatchObject({ entered: false, reason: expect.stringMatching(/paused/) }); // prettier-ignore
    expect((await post(id, 'resume')).body).toMatchObject({ state: 'live', enters: true });
    expect((await post(id, 'pause')).body).toMatchObject({ state: 'paused', paused_at: expect.any(String) });
    expectRefusal(await enrol(id, { uid: other }), 409, 'automation_state', /paused/);
    await track(one, 'Woken');
    const isWoken = async () => (await path(id, run)).run.due_at <= new Date().toISOString();
    await until('the wait has heard the event', isWoken, PATIENTLY);
    expect((await path(id, run)).visits).toEqual([]);
    expect((await post(id, 'resume', { late: 'shift' })).body.state).toBe('live');
    await until('the run is done', async () => (await path(id, run)).run.end_reason === 'done', PATIENTLY);
    const next = await enter(other);
    expect((await post(id, 'drain')).body.state).toBe('draining');
    expectRefusal(await enrol(id, { uid: one }), 409, 'automation_state', /draining/);
    await track(other, 'Woken');
    await until('the automation is stopped', async () => (await read(id)).state === 'stopped', PATIENTLY);
    expect((await path(id, next)).run.end_reason).toBe('done');
    expectOk(await post(id, 'publish'));
    const last = await enter(one);
    expect((await post(id, 'stop')).body.state).toBe('stopped');
    await until('the run is over', async () => (await path(id, last)).run.end_reason === 'stopped', PATIENTLY);
    await until('it can be published again', async () => (await post(id, 'publish')).status === 200, PATIENTLY);
  });

  it('move people to the version that is published, after a comparison with the live one', async () => {
    const wait = { id: 'wait', kind: 'wait', wake: [{ event: unique('Woken'), next: 'out' }], timeout: { days: 1 }, else: 'out' }; // prettier-ignore
    const split = {
      id: 'who',
      kind: 'split',
      shares: [
        { percent: 50, next: 'nap' },
        { percent: 50, next: 'wait' },
      ],
    };
    const id = await live({ ...CALLED, first: 'who', steps: [split, NAP.steps[0], wait, out] });
    const entered: string[] = [];
    for (let count = 0; count < 12; count++) entered.push((await enrol(id, { uid: await aUser() })).body.run);
    const at = async (step: string) => (await runs(id, `?state=inside&step=${step}`)).length;
    await until('all rest', async () => (await at('nap')) + (await at('wait')) === entered.length, PATIENTLY);
    const [naps, waits] = [await at('nap'), await at('wait')];
    const event = unique('Woken');
    const list = (await aList(call)).id;
    const template = (await aTemplate(call, { subject: 'Hi', text: 'Hi' })).id;
    const steps = [{ ...wait, wake: [{ event, next: 'mail' }] }, { id: 'mail', kind: 'email', template, next: 'out' }, out]; // prettier-ignore
    const draft = { ...CALLED, settings: { ...CALLED.settings, list }, first: 'wait', steps };
    expectOk(await call(`PUT /console/automations/${id}`, { body: { graph: draft } }));
    const changes = (await call(`GET /console/automations/${id}/changes`)).body;
    expect(changes).toMatchObject({ live_version: 1, would_move: waits, would_end: naps });
    expect(changes.steps.map(({ step, change, people }: Record<string, unknown>) => [step, change, people])).toEqual([['wait', 'changed', waits], ['mail', 'added', 0], ['out', 'same', 0], ['who', 'removed', 0], ['nap', 'removed', naps]]); // prettier-ignore
    expect(changes.skips).toEqual([{ step: 'mail', entrants: entered.length, without_consent: entered.length }]);
    expectRefusal(await post(id, 'publish', { move: 'some' }), 400, 'invalid_input');
    expectOk(await post(id, 'publish', { move: 'all' }));
    await until('all are moved', async () => (await read(id)).move?.finished_at, PATIENTLY);
    expect((await read(id)).move).toMatchObject({ version: 2, moved: waits, ended: naps, left: 0 });
    expect((await read(id)).runs.ended).toEqual(naps > 0 ? { removed: naps } : {});
    for (const { uid } of await runs(id, '?state=inside')) await track(uid, event);
    await until('all are done', async () => (await read(id)).runs.inside === 0, PATIENTLY);
    const done = (await runs(id)).find(({ end_reason }) => end_reason === 'done');
    if (done) expect((await path(id, done.id)).visits.map(({ outcome }: { outcome: string }) => outcome)).toEqual([expect.any(String), 'moved', '0', 'skipped:no_consent', 'done']); // prettier-ignore
    expectOk(await call(`PUT /console/automations/${id}`, { body: { graph: { steps: 'none' } } }));
    expectRefusal(await call(`GET /console/automations/${id}/changes`), 409, 'automation_not_ready');
  });

  it('try a draft on what happened, before anybody is inside', async () => {
    const event = unique('Started');
    const nap = NAP.steps[0];
    const trigger = { kind: 'event', event };
    const { id } = await create({ trigger, settings: { reentry: { policy: 'after_end' } }, first: 'nap', steps: [nap, out] }); // prettier-ignore
    const uid = await aUser();
    for (let time = 0; time < 2; time++) await track(uid, event);
    const tried = (await post(id, 'dry-run', { sample: 100, days: 1 })).body;
    expect(tried).toMatchObject({ entered: { least: 1, most: 1 }, refused: { least: 1, most: 1 }, messages: [], unknown: [] }); // prettier-ignore
    expect(tried.steps[0]).toEqual({ step: 'nap', kind: 'delay', left: [], waiting: { least: 1, most: 1 } });
    expect(tried.examples).toMatchObject([{ uid, visits: [], step: 'nap', end_reason: null }]);
    expect(await runs(id)).toEqual([]);
    expectRefusal(await post(id, 'dry-run', { days: 31 }), 400, 'invalid_input');
    expectOk(await call(`PUT /console/automations/${id}`, { body: { graph: { steps: 'none' } } }));
    expectRefusal(await post(id, 'dry-run'), 409, 'automation_not_ready');
  });
});
