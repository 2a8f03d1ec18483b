/** @slow waits for runs that are woken, erased and refused by providers */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { aReachableNumber } from '@dundun/domain/sms-marketing/testing';
import { until, type Call } from '@dundun/testing';
import { expectOk, expectRefusal } from './support/answers.js';
import { aList, anAddress, aTemplate, NOBODY, unique } from './support/fixtures.js';
import { received } from './support/messages.js';
import { useWorkspace } from './support/product.js';

const PATIENTLY = { ms: 60_000 };
const CALLED = { trigger: { kind: 'api' }, settings: { reentry: { policy: 'after_end' } } };
const out = { id: 'out', kind: 'exit' };
const note = (id: string, next: string) => ({ id, kind: 'update', changes: [{ set: 'noted', to: true }], next });
const wait = (id: string, next: string, wake: object = { event: 'Ordered' }) => ({
  ...{ id, kind: 'wait', timeout: { days: 1 }, else: next },
  wake: [{ ...wake, next: 'out' }],
});
const NAP = { first: 'nap', steps: [{ id: 'nap', kind: 'delay', for: { days: 1 }, next: 'out' }, out] };

/** What a test does with automations of a workspace. */
const automationsBy = (call: Call) => {
  const post = (id: string, action: string, body: object = {}) =>
    call(`POST /console/automations/${id}/${action}`, { body });
  const create = async (graph: object) =>
    (await call('POST /console/automations', { body: { name: unique('Automation'), graph } })).body.id as string;
  const live = async (graph: object) => {
    const id = await create({ ...CALLED, ...graph });
    expectOk(await post(id, 'publish'));
    return id;
  };
  const read = async (id: string) => (await call(`GET /console/automations/${id}`)).body;
  const path = async (id: string, run: string) => (await call(`GET /console/automations/${id}/enrolments/${run}`)).body;
  const enrol = async (id: string, uid: string) => {
    const answer = await call(`POST /v1/automations/${id}/enrol`, { body: { uid } });
    expectOk(answer, { run: expect.any(String), entered: true, reason: null });
    return answer.body.run as string;
  };
  const ends = (id: string, run: string, reason: string) =>
    until(`it ends as ${reason}`, async () => (await path(id, run)).run.end_reason === reason, PATIENTLY);
  /** Somebody on a list, for both channels. */
  const aReader = async (list: string) => {
    const [uid, email, number] = [unique('reader'), anAddress(), aReachableNumber()];
    expectOk(await call(`PUT /v1/users/${uid}`, { body: { email, number } }));
    const body = { uid, email, number, channels: ['email', 'sms'] };
    expectOk(await call(`POST /v1/lists/${list}/subscribers`, { body }));
    return { uid, email, number };
  };
  return { post, create, live, read, path, enrol, ends, aReader };
};

describe('what is wrong with an automation', () => {
  const { call } = useWorkspace();
  const { post, create, live, read, path, enrol, ends, aReader } = automationsBy(call);
  let list: string;
  let plain: string;
  let strange: string;
  let gone: string;
  beforeAll(async () => {
    const text = undefined;
    list = (await aList(call)).id;
    plain = (await aTemplate(call, { subject: 'Hi', html: '<p>Hi</p>', text })).id;
    strange = (await aTemplate(call, { subject: 'Hi {{ plann }}', html: '<p>Hi</p>', text })).id;
    gone = (await call('POST /v1/segments', { body: { name: 'Gone', match: { reachable: 'email' } } })).body.id;
    expectOk(await call(`DELETE /v1/segments/${gone}`));
  });
  const mail = (id: string, next: string, more: object = {}) => ({ id, kind: 'email', template: plain, list, next, ...more }); // prettier-ignore
  const text = (id: string, next: string, more: object = {}) => ({ id, kind: 'sms', text: 'Hi', list, next, ...more });

  describe('is refused at publish, with the step marked:', () => {
    it.each<[string, () => object[], string, string, RegExp]>([
      ['a graph that cannot end', () => [wait('a', 'b'), mail('b', 'a'), out], 'a', 'steps[0]', /comes back to itself by "a" → "b" → "a"/], // prettier-ignore
      ['a circle without a wait', () => [note('a', 'b'), note('b', 'a'), out], 'a', 'steps[0]', /would never get out/],
      ['a jump to a deleted step', () => [note('a', 'gone'), out], 'a', 'steps[0].next', /gone, which does not exist/],
      ['a step that nobody reaches', () => [note('a', 'out'), note('b', 'out'), out], 'b', 'steps[1]', /never reached/],
      ['a wait for a click on a later mail', () => [wait('a', 'b', { clicked: 'b' }), mail('b', 'out'), out], 'a', 'steps[0].wake[0].clicked', /nothing would ever wake it/], // prettier-ignore
      ['a wait for a segment that is gone', () => [wait('a', 'out', { segment: gone }), out], 'a', 'steps[0].wake[0].segment', /which does not exist/], // prettier-ignore
      ['a send without a list', () => [mail('a', 'out', { list: undefined }), out], 'a', 'steps[0].list', /consent of which list/], // prettier-ignore
      ['a send by an unknown list', () => [mail('a', 'out', { list: NOBODY }), out], 'a', 'steps[0].list', /which does not exist/], // prettier-ignore
      ['an unknown variable of a template', () => [mail('a', 'out', { template: strange }), out], 'a', 'steps[0].template', /names plann, which nobody has/], // prettier-ignore
      ['an unknown variable of an SMS', () => [text('a', 'out', { text: 'Hi {{ plann }}' }), out], 'a', 'steps[0].text', /names plann, which nobody has/], // prettier-ignore
      ['a sender ID of no provider', () => [text('a', 'out', { from: 'NOBODY' }), out], 'a', 'steps[0]', /no sender ID of a connected provider/], // prettier-ignore
    ])('%s', async (_, steps, step, field, message) => {
      const drawn = steps();
      const id = await create({ ...CALLED, first: 'a', steps: drawn });
      const { is_valid, problems } = (await post(id, 'validate')).body;
      expect(is_valid).toBe(false);
      expect(problems).toContainEqual({ step, field: `graph.${field}`, message: expect.stringMatching(message) });
      expectRefusal(await post(id, 'publish'), 409, 'automation_not_ready', message);
      expect(await read(id)).toMatchObject({ state: 'draft', live_version: null });
    });

    it('a wait that compares with the data of an entrance without any', async () => {
      const steps = [wait('a', 'out', { event: 'Paid', same: { property: 'order', entry: 'order' } }), out];
      const trigger = { kind: 'list', list, change: 'subscribed' };
      const id = await create({ trigger, settings: {}, first: 'a', steps });
      const { problems } = (await post(id, 'validate')).body;
      expect(problems).toEqual([{ step: 'a', field: 'graph.steps[0].wake[0].same', message: expect.stringMatching(/can never be met/) }]); // prettier-ignore
      expectRefusal(await post(id, 'publish'), 409, 'automation_not_ready', /can never be met/);
    });
  });

  it('is not a variable with a default: nobody has it, and the default is sent', async () => {
    const { uid, email, number } = await aReader(list);
    const template = (await aTemplate(call, { subject: 'From {{ shop | default: "our shop" }}', html: '<p>{% if vip %}{{ vip }}{% endif %}Hi</p>', text: undefined })).id; // prettier-ignore
    const steps = [
      mail('mail', 'text', { template }),
      text('text', 'out', { text: 'From {{ shop | default: "our shop" }} {{ entry.order | default: "soon" }}' }),
      out,
    ];
    const id = await live({ first: 'mail', steps });
    await ends(id, await enrol(id, uid), 'done');
    expect((await received(call, email))[0]?.subject).toBe('From our shop');
    expect((await received(call, number))[0]?.text).toBe('From our shop soon');
  });

  it('is not data over 8 KB: its person does not enter and is told why, and others do', async () => {
    const event = unique('Ordered');
    const id = await live({ ...NAP, trigger: { kind: 'event', event } });
    const [large, small] = [(await aReader(list)).uid, (await aReader(list)).uid];
    const track = async (uid: string, properties: object) =>
      expectOk(await call(`POST /v1/users/${uid}/events`, { body: { event, properties } }));
    await track(large, { note: 'x'.repeat(8_200) });
    await track(small, { note: 'x' });
    const inside = async () => (await call(`GET /console/automations/${id}/enrolments`)).body.data as { uid: string }[];
    await until('somebody is inside', async () => (await inside()).length > 0, PATIENTLY);
    expect((await inside()).map(({ uid }) => uid)).toEqual([small]);
    const why = (await call(`GET /console/automations/${id}/people/${large}`)).body;
    expect(why.checks).toContainEqual({ check: 'trigger', passes: false, message: expect.stringMatching(/its data has over 8192 bytes/) }); // prettier-ignore
  });

  it('ends with a person who is erased in the middle, and nobody else’s run does', async () => {
    const event = unique('Woken');
    const id = await live({ first: 'wait', steps: [wait('wait', 'out', { event }), out] });
    const [erased, stays] = [(await aReader(list)).uid, (await aReader(list)).uid];
    const [lost, kept] = [await enrol(id, erased), await enrol(id, stays)];
    const rests = async (run: string) => (await path(id, run)).run.step === 'wait';
    for (const run of [lost, kept]) await until('it waits', () => rests(run), PATIENTLY);
    expectOk(await call(`DELETE /v1/users/${erased}`));
    await ends(id, lost, 'erased');
    expect((await path(id, lost)).run).toMatchObject({ uid: null, due_at: null });
    expect((await path(id, kept)).run.end_reason).toBeNull();
    expectOk(await call(`POST /v1/users/${stays}/events`, { body: { event } }));
    await ends(id, kept, 'done');
    expect((await read(id)).runs).toEqual({ inside: 0, entered: 2, ended: { erased: 1, done: 1 } });
  });
});

describe('a provider that is gone', () => {
  const { call } = useWorkspace();
  const { post, create, live, path, enrol, ends, aReader } = automationsBy(call);

  it('fails the SMS with a sentence, lets the path and its mails go on, and is named at publish', async () => {
    const list = (await aList(call)).id;
    const template = (await aTemplate(call, { subject: 'Still here', html: '<p>Hi</p>', text: undefined })).id;
    const steps = [
      { id: 'text', kind: 'sms', text: 'Hi', list, next: 'mail' },
      { id: 'mail', kind: 'email', template, list, next: 'out' },
      out,
    ];
    const id = await live({ first: 'text', steps });
    const { data } = (await call('GET /console/integrations')).body;
    for (const each of data as { id: string; channel: string }[])
      if (each.channel === 'sms') expectOk(await call(`DELETE /console/integrations/${each.id}`));
    const { uid, email } = await aReader(list);
    const run = await enrol(id, uid);
    await ends(id, run, 'done');
    const [sms] = (await path(id, run)).visits;
    const message = async () => (await call(`GET /v1/messages/${sms.message}`)).body;
    await until('the SMS has failed', async () => (await message()).status === 'failed', PATIENTLY);
    const said = (await call(`GET /v1/messages/${sms.message}/explain`)).body;
    expect(JSON.stringify(said)).toMatch(/No provider is connected/);
    expect((await received(call, email)).map(({ subject }) => subject)).toEqual(['Still here']);
    const draft = await create({ ...CALLED, first: 'text', steps });
    const { problems } = (await post(draft, 'validate')).body;
    expect(problems).toEqual([{ step: 'text', field: 'graph.steps[0]', message: expect.stringMatching(/needs a connected provider of SMS/) }]); // prettier-ignore
    expectRefusal(await post(draft, 'publish'), 409, 'automation_not_ready', /needs a connected provider of SMS/);
  });
});
