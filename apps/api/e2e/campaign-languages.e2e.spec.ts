import { describe, expect, it } from '@jest/globals';
import { until } from '@dundun/testing';
import { expectOk, expectRefusal } from './support/answers.js';
import { aList, aTemplate, unique } from './support/fixtures.js';
import { useWorkspace } from './support/product.js';

const PATIENTLY = { ms: 60_000 };
const past = () => new Date(Date.now() - 1_000).toISOString();

describe('languages', () => {
  const { call } = useWorkspace();
  const aTemplateOf = (translations: object, own: object = {}) =>
    aTemplate(call, { language: 'en', subject: 'Hello', html: '<p>Hello</p>', text: null, ...own, translations });
  const german = { de: { subject: 'Hallo', html: '<p>Hallo</p>' } };
  const aReader = async (list: string, language?: string) => {
    const uid = unique('reader');
    const meta = language === undefined ? {} : { language };
    expectOk(await call(`PUT /v1/users/${uid}`, { body: { email: `${uid}@example.com`, meta, lists: [list] } }));
    return uid;
  };
  const aCampaign = async (body: object) =>
    (await call('POST /console/campaigns', { body: { name: unique('Campaign'), ...body } })).body.id as string;
  const post = (id: string, action: string, body?: object) => call(`POST /console/campaigns/${id}/${action}`, { body });

  it('of a campaign are counted before the start, previewed, and sent to their readers', async () => {
    const list = (await aList(call)).id;
    const [ada, grace] = [await aReader(list, 'de-AT'), await aReader(list, 'fr')];
    await aReader(list);
    const { id: template } = await aTemplateOf(german);
    const id = await aCampaign({ lists: [list], template });
    expect((await post(id, 'check')).body).toMatchObject({
      problems: [],
      languages: [
        { language: 'en', people: 2, is_default: true },
        { language: 'de', people: 1, is_default: false },
      ],
    });
    expect((await post(id, 'preview', {})).body.subject).toBe('Hello');
    expect((await post(id, 'preview', { language: 'de' })).body).toMatchObject({ subject: 'Hallo', html: expect.stringContaining('Hallo') }); // prettier-ignore
    expect((await post(id, 'preview', { uid: ada })).body.subject).toBe('Hallo');
    const test = await post(id, 'test', { to: 'ada@example.com', language: 'de' });
    expect((await call(`GET /v1/messages/${test.body.id}`)).body.subject).toBe('[Test] Hallo');

    expectOk(await post(id, 'start', { at: past() }));
    const read = async () => (await call(`GET /console/campaigns/${id}`)).body;
    await until('the campaign is sent', async () => (await read()).state === 'sent', PATIENTLY);
    const { data } = (await call(`GET /console/campaigns/${id}/recipients`)).body;
    const subjectOf = async (uid: string) => {
      const { message } = data.find((each: { uid: string }) => each.uid === uid);
      return (await call(`GET /v1/messages/${message}`)).body.subject;
    };
    expect([await subjectOf(ada), await subjectOf(grace)]).toEqual(['Hallo', 'Hello']);
  });

  it('that lack a part keep a campaign from starting, and so does a subject in one of them', async () => {
    const list = (await aList(call)).id;
    await aReader(list);
    const { id: template } = await aTemplateOf({ de: { html: '<p>Hallo</p>' } });
    const id = await aCampaign({ lists: [list], template });
    const lacking = { code: 'language_incomplete', message: expect.stringContaining('the subject in de') };
    expect((await post(id, 'check')).body.problems).toMatchObject([lacking]);
    expectRefusal(await post(id, 'start', {}), 409, 'campaign_not_ready', /the subject in de/);

    const { id: whole } = await aTemplateOf(german);
    const said = await aCampaign({ lists: [list], template: whole, subject: 'Sale' });
    const problem = { code: 'language_incomplete', message: expect.stringContaining('its template is also in de') };
    expect((await post(said, 'check')).body.problems).toMatchObject([problem]);
    const launched = await call('POST /console/campaigns', { body: { name: 'Sale', lists: [list], template: whole, subject: 'Sale', start: {} } }); // prettier-ignore
    expectRefusal(launched, 400, 'invalid_input', /template is not complete/);
    expect((await call(`PUT /console/campaigns/${said}`, { body: { subject: null } })).status).toBe(200);
    expect((await post(said, 'check')).body.problems).toEqual([]);
  });

  it('that lack a part are named at the step of an automation, and complete ones are published', async () => {
    const list = (await aList(call)).id;
    const { id: template } = await aTemplateOf({ de: { subject: 'Hallo', text: 'Hallo' } });
    const graph = (own: string) => ({
      trigger: { kind: 'api' },
      settings: { list, reentry: { policy: 'after_end' } },
      first: 'mail',
      steps: [
        { id: 'mail', kind: 'email', template: own, next: 'out' },
        { id: 'out', kind: 'exit' },
      ],
    });
    const body = { name: unique('Welcome'), graph: graph(template) };
    const { id } = (await call('POST /console/automations', { body })).body;
    const refused = await call(`POST /console/automations/${id}/publish`, { body: {} });
    expectRefusal(refused, 409, 'automation_not_ready', /the HTML in de/);

    const { id: whole } = await aTemplateOf(german);
    expectOk(await call(`PUT /console/automations/${id}`, { body: { graph: graph(whole) } }));
    expectOk(await call(`POST /console/automations/${id}/publish`, { body: {} }));
    const uid = await aReader(list, 'de');
    expectOk(await call(`POST /v1/automations/${id}/enrol`, { body: { uid } }));
    await until('the mail is sent in the language of the reader', async () => {
      const { data } = (await call(`GET /v1/messages?uid=${uid}`)).body;
      return data?.[0]?.subject === 'Hallo';
    }, PATIENTLY); // prettier-ignore
  });
});
