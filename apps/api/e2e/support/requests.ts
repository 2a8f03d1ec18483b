import { afterAll } from '@jest/globals';
import { startFakePostmark, type FakePostmark } from '@dundun/providers/testing';
import { until, type Call } from '@dundun/testing';
import { accepted, received } from './messages.js';
import { aDomain, aList, anAddress, anEmail, aProfile, aSubscriber, aTemplate, unique } from './fixtures.js';
import type { Operation } from './openapi.js';
import { connected } from './providers.js';

/** Creates the resource that a parameter of the path names, in the workspace of `call`. @returns the value of the parameter */
type Maker = (call: Call, made: Record<string, string>, path: string) => Promise<string>;

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

/** Disabled, so that mail still goes to the inbox, where tests look for it. */
export const UNUSED = { enabled: false };

let fake: Promise<FakePostmark> | undefined;
export const aFake = () => (fake ??= startFakePostmark());
afterAll(async () => (await fake)?.close());

export async function aUser(call: Call): Promise<string> {
  const uid = unique('user');
  await call(`POST /v1/users/${uid}/events`, { body: { event: 'Made' } });
  return uid;
}

interface SourceShown {
  id: string;
  url: string;
}

/** Creates a source that parks the events of unknown people. */
async function aSource(call: Call): Promise<SourceShown> {
  const body = { kind: 'posthog', name: unique('source'), unknown_person: 'park' };
  return (await call('POST /console/sources', { body })).body;
}

/** Creates a parked event, which can be retried. @returns its id */
async function aParkedEvent(call: Call, sourceId: string): Promise<string> {
  const { url }: SourceShown = (await call(`GET /console/sources/${sourceId}`)).body;
  const uuid = unique('event');
  const body = { uuid, event: 'Made', distinct_id: unique('user') };
  await call(`POST ${new URL(url).pathname}`, { as: 'none', body });
  const parked = `GET /console/sources/${sourceId}/events?state=parked`;
  await until('the event is parked', async () => (await call(parked)).body.data.length > 0);
  return uuid;
}

/** Returns the existing webhook, else a new one: with a single webhook, tests cause few deliveries. */
async function aWebhook(call: Call): Promise<string> {
  const [there] = (await call('GET /console/webhooks')).body.data as { id: string }[];
  if (there) return there.id;
  const body = { url: (await aFake()).origin, types: ['list.created'] };
  return (await call('POST /console/webhooks', { body })).body.id as string;
}

/** Only a manual segment takes people, and only a snapshot is refreshed. */
async function aSegment(call: Call, kind: 'manual' | 'snapshot'): Promise<string> {
  const match = kind === 'manual' ? {} : { match: { event: 'Made' } };
  return (await call('POST /v1/segments', { body: { name: unique('segment'), kind, ...match } })).body.id as string;
}

/** Changes the lists of nobody, which can be undone. */
async function aBulkJob(call: Call): Promise<string> {
  const body = { uids: [unique('user')], remove: [(await aList(call)).id] };
  const { id } = (await call('POST /console/people/lists', { body })).body;
  await until('the job is done', async () => (await call(`GET /console/bulk-jobs/${id}`)).body.state === 'done');
  return id as string;
}

/** Creates a job that a step can change: it asked one of two people, and waits for an hour. */
async function aConfirmationsJob(call: Call, step: string): Promise<string> {
  const list = await aList(call, { double_optin: true });
  const uids = [unique('user'), unique('user')];
  for (const uid of uids) await call(`PUT /v1/users/${uid}`, { body: { email: anAddress() } });
  const { id: added } = (
    await call('POST /console/people/lists', { body: { uids, add: [list.id], consent: 'At the fair.' } })
  ).body;
  await until('they are pending', async () => (await call(`GET /console/bulk-jobs/${added}`)).body.state === 'done');
  const { id } = (await call(`POST /console/lists/${list.id}/confirmations`, { body: { per_hour: 1 } })).body;
  if (step === 'resume') await call(`POST /console/bulk-jobs/${id}/pause`);
  return id as string;
}

const BULK_STEPS = ['pause', 'resume', 'cancel'];

/** Exports the suppressions of a workspace, and waits for the file. */
async function anExport(call: Call): Promise<string> {
  const { id } = (await call('POST /console/exports', { body: { what: 'suppressions' } })).body;
  const isDone = async () => (await call(`GET /console/exports/${id}`)).body.progress.state === 'done';
  await until('the export is done', isDone);
  return id as string;
}

export const IMPORTED = { columns: [{ to: 'email' }] };

/** Creates an import that is ready for a step, such as `run`. */
async function anImport(call: Call, step: string): Promise<string> {
  const file = 'email\nnobody\n';
  const { id } = (await call('POST /console/imports', { body: { file_name: 'people.csv', bytes: file.length } })).body;
  const path = `/console/imports/${id}`;
  if (step === '{index}') return id as string;
  await call(`PUT ${path}/pieces/0`, { raw: file, headers: { 'Content-Type': 'application/octet-stream' } });
  if (step === 'read') return id as string;
  await call(`POST ${path}/read`, { body: {} });
  if (step !== 'run' && step !== 'retry') return id as string;
  const reaches = (state: string) =>
    until(`the import is ${state}`, async () => (await call(`GET ${path}`)).body.state === state);
  await call(`POST ${path}/check`, { body: IMPORTED });
  await reaches('checked');
  if (step === 'run') return id as string;
  await call(`POST ${path}/run`);
  await reaches('done');
  return id as string;
}

/** Creates a campaign that is ready for a step, such as `pause`: one of its two messages waits for a minute. */
async function aCampaign(call: Call, step: string): Promise<string> {
  const list = await aList(call);
  await Promise.all([aSubscriber(call, list.id), aSubscriber(call, list.id)]);
  const body = { name: unique('campaign'), lists: [list.id], subject: 'Hello', text: 'Hello.', per_minute: 1 };
  const { id } = (await call('POST /console/campaigns', { body })).body;
  const path = `/console/campaigns/${id}`;
  if (step === 'undo' || step === 'cancel') await call(`POST ${path}/start`, { body: { at: tomorrow() } });
  if (!['pause', 'resume', 'follow-up'].includes(step)) return id as string;
  await call(`POST ${path}/start`, { body: { at: new Date().toISOString() } });
  await until('the campaign is sending', async () => (await call(`GET ${path}`)).body.state === 'sending');
  if (step === 'resume') await call(`POST ${path}/pause`);
  return id as string;
}

/** Creates an automation, live unless the step needs a draft. Who is called for waits for a day. */
async function anAutomation(call: Call, path: string): Promise<string> {
  const steps = [
    { id: 'nap', kind: 'delay', for: { days: 1 }, next: 'out' },
    { id: 'out', kind: 'exit' },
  ];
  const graph = { trigger: { kind: 'api' }, settings: { reentry: { policy: 'after_end' } }, first: 'nap', steps };
  const { id } = (await call('POST /console/automations', { body: { name: unique('automation'), graph } })).body;
  const isDraft = path === '/console/automations/{id}' || /\/(publish|validate)$/.test(path);
  if (!isDraft) await call(`POST /console/automations/${id}/publish`, { body: {} });
  return id as string;
}

/** Sends an email. Unless it is to be sent again, it is scheduled, so that it can still be canceled. */
async function aMessage(call: Call, step: string): Promise<string> {
  if (step !== 'send-again') return accepted(call, 'email', anEmail({ send_at: tomorrow() }));
  const to = anAddress();
  const id = await accepted(call, 'email', anEmail({ to }));
  await until('it is handed over', async () => (await call(`GET /v1/messages/${id}`)).body.status === 'captured');
  return id;
}

async function anInvitation(call: Call, email = anAddress()): Promise<{ id: string; email: string }> {
  return (await call('POST /console/invitations', { body: { email, role: 'viewer' } })).body;
}

/** Invites somebody. @returns the token in the link of the mail */
export async function anInvitationToken(call: Call, email = anAddress()): Promise<string> {
  await anInvitation(call, email);
  const [mail] = await received(call, email);
  return /\/accept#([\w-]{43})/.exec(mail?.text ?? '')?.[1] as string;
}

/** Returns an existing member who is no owner, else a new one: a password takes a tenth of a second to hash. */
async function aMember(call: Call): Promise<string> {
  const there = await members(call);
  const [other] = there.filter(({ role }) => role !== 'owner');
  if (other) return other.id;
  const email = anAddress();
  const body = { token: await anInvitationToken(call, email), name: 'Grace', password: 'battery staple' };
  await call('POST /console/invitations/accept', { as: 'none', body });
  return (await members(call)).find((member) => member.email === email)?.id as string;
}

const members = async (call: Call): Promise<{ id: string; email: string; role: string }[]> =>
  (await call('GET /console/members')).body.data;

export const DIVIDER = { id: 'a', kind: 'divider', when: null, background: null, thickness: 1 };
export const PIXEL = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

const lastOf = (path: string) => path.split('/').at(-1) as string;

/** By parameter and the path segment before it. Add a maker here for a new parameter. */
const MAKERS: Record<string, Maker> = {
  'lists/{id}': async (call) => (await aList(call)).id,
  'members/{id}': (call) => aMember(call),
  'sessions/{id}': () => Promise.resolve('0193486f-5a1c-7c9e-9a37-6f0f4f6f2b10'),
  'invitations/{id}': async (call) => (await anInvitation(call)).id,
  'subscribers/{uid}': (call, made) => aSubscriber(call, made.id as string),
  'users/{uid}': (call) => aUser(call),
  'jobs/{id}': async (call) => {
    const data = [{ type: 'event', id: unique('user'), event: 'Made' }];
    return (await call('POST /v1/batch', { body: { data } })).headers.get('Dundun-Job') as string;
  },
  'accounts/{aid}': async (call) => {
    const id = unique('account');
    await call(`POST /v1/users/${id}/convert`, { body: { type: 'account' } });
    return id;
  },
  'attributes/{name}': () => Promise.resolve('plan'),
  'tokens/{token}': () => Promise.resolve('fcm-4f1c'),
  'people/{uid}': async (call) => aSubscriber(call, (await aList(call)).id),
  'domains/{id}': async (call) => (await aDomain(call)).id,
  'warm-ups/{provider}': async (call) => (await connected(call, 'postmark', await aFake(), UNUSED)).id,
  'imports/{id}': (call, _, path) => anImport(call, lastOf(path)),
  'exports/{id}': (call) => anExport(call),
  'bulk-jobs/{id}': (call, _, path) =>
    BULK_STEPS.includes(lastOf(path)) ? aConfirmationsJob(call, lastOf(path)) : aBulkJob(call),
  'pieces/{index}': () => Promise.resolve('0'),
  'automations/{id}': (call, _, path) => anAutomation(call, path),
  'enrolments/{eid}': async (call, { id }) =>
    (await call(`POST /v1/automations/${id}/enrol`, { body: { uid: await aUser(call) } })).body.run as string,
  'campaigns/{id}': (call, _, path) => aCampaign(call, lastOf(path)),
  'segments/{id}': (call, _, path) => aSegment(call, path.endsWith('/people') ? 'manual' : 'snapshot'),
  'explain/{uid}': (call) => aUser(call),
  'templates/{id}': async (call) => (await aTemplate(call)).id,
  'template-blocks/{id}': async (call) =>
    (await call('POST /console/template-blocks', { body: { name: unique('block'), block: DIVIDER } })).body
      .id as string,
  'template-images/{id}': async (call) =>
    (await call('POST /console/template-images', { body: { content: PIXEL } })).body.id as string,
  'profiles/{id}': async (call) => (await aProfile(call)).id,
  'messages/{id}': (call, _, path) => aMessage(call, lastOf(path)),
  'integrations/{id}': async (call) => (await connected(call, 'postmark', await aFake(), UNUSED)).id,
  'routes/{path}': () => Promise.resolve('transactional'),
  'providers/{token}': async (call) => {
    const { webhook_url } = await connected(call, 'postmark', await aFake(), UNUSED);
    return webhook_url?.split('/').at(-1) as string;
  },
  'sources/{id}': async (call) => (await aSource(call)).id,
  'sources/{token}': async (call) => (await aSource(call)).url.split('/').at(-1) as string,
  'events/{event_id}': (call, made) => aParkedEvent(call, made.id as string),
  'webhooks/{id}': (call) => aWebhook(call),
  'keys/{id}': async (call) =>
    (await call('POST /console/keys', { body: { name: 'A key', kind: 'public' } })).body.id as string,
  'deliveries/{did}': async (call, { id }) => {
    const first = async () =>
      ((await call(`GET /console/webhooks/${id}/deliveries`)).body.data as { id: string }[])[0]?.id;
    const there = await first();
    if (there !== undefined) return there;
    await aList(call);
    return until('the webhook has a delivery', first);
  },
  'suppressions/{address}': async (call) => {
    const address = anAddress();
    await call('POST /console/suppressions', { body: { addresses: [address] } });
    return address;
  },
  'inbox/{id}': async (call) => {
    const to = anAddress();
    await accepted(call, 'email', anEmail({ to }));
    const [mail] = await received(call, to);
    return mail?.id as string;
  },
};

/**
 * Operations whose parameter belongs to no workspace: the caller chooses it and an unknown value creates a person, it is
 * one of a few fixed words, or it is a secret address that identifies its workspace.
 */
export const CHOSEN_BY_CALLER = [
  'POST /v1/users/{uid}/events',
  'PUT /v1/users/{uid}',
  'POST /v1/users/{uid}/convert',
  'PUT /v1/users/{uid}/accounts/{aid}',
  'DELETE /v1/users/{uid}/attributes/{name}',
  'DELETE /v1/users/{uid}/tokens/{token}',
  'PUT /console/routes/{path}',
  'POST /hooks/providers/{token}',
  'POST /hooks/sources/{token}',
];

/** The answers of operations that a valid call alone cannot satisfy. */
export const OWN_REFUSALS: Record<string, string> = {
  // Key and secret replace a session, but sign no member in.
  'GET /console/session': '401 not_signed_in',
  'POST /console/session/workspace': '401 not_signed_in',
  'GET /console/me': '401 not_signed_in',
  'PUT /console/me': '401 not_signed_in',
  'POST /console/me/password': '401 not_signed_in',
  'GET /console/me/sessions': '401 not_signed_in',
  'DELETE /console/me/sessions': '401 not_signed_in',
  'DELETE /console/me/sessions/{id}': '401 not_signed_in',
  'POST /console/me/two-factor': '401 not_signed_in',
  'POST /console/me/two-factor/confirm': '401 not_signed_in',
  'POST /console/me/two-factor/remove': '401 not_signed_in',
  'POST /console/me/recovery-codes': '401 not_signed_in',
  'POST /console/me/leave': '401 not_signed_in',
  // The campaign was not sent, and has no content yet.
  'PUT /console/campaigns/{id}/links': '409 campaign_state',
  'POST /console/campaigns/{id}/retry': '409 campaign_state',
  // The workspace has no chat, and the call enters none.
  'POST /console/alerts/test': '409 no_alert_chat',
  // The workspace requires no approval, and nobody asked for one.
  'POST /console/campaigns/{id}/approval': '409 approval_not_required',
  'POST /console/campaigns/{id}/approve': '409 approval_not_asked',
  'POST /console/campaigns/{id}/decline': '409 approval_not_asked',
  'POST /console/automations/{id}/approval': '409 approval_not_required',
  'POST /console/automations/{id}/approve': '409 approval_not_asked',
  'POST /console/automations/{id}/decline': '409 approval_not_asked',
  // No API key does what only owners do.
  'DELETE /console/members/{id}/sessions': '403 role_needed',
  'DELETE /console/members/{id}/two-factor': '403 role_needed',
  'DELETE /console/workspace/sessions': '403 role_needed',
  'POST /console/workspaces': '403 role_needed',
  'POST /console/workspace/deletion': '403 role_needed',
  'DELETE /console/workspace/deletion': '403 role_needed',
  // The call carries no picture and no piece of a file, and names no image of a mail.
  'PUT /console/workspace/logo': '400 invalid_input',
  'PUT /console/imports/{id}/pieces/{index}': '400 invalid_input',
  'GET /console/remote-images': '400 invalid_input',
  // No identity provider is set up.
  'POST /console/session/sso': '403 sso_refused',
  'POST /console/session/sso/finish': '403 sso_refused',
  // Only the mail contains the token.
  'POST /console/password-resets/open': '404 unknown_reset',
  'POST /console/password-resets/use': '404 unknown_reset',
  // Nothing makes a run fail.
  'POST /console/automations/{id}/enrolments/{eid}/retry': '409 run_state',
  // The file of so few rows is there before it can be canceled.
  'POST /console/exports/{id}/cancel': '409 job_state',
  // No outcome is unknown: no gateway lost its answer.
  'POST /v1/messages/{id}/settle': '409 not_settleable',
  // These calls lack the signature of a provider.
  'POST /hooks/providers/{token}': '401 wrong_signature',
  'POST /hooks/sources/{token}': '400 unreadable_hook',
};

const QUERIES: Record<string, string> = {
  'GET /console/campaigns/calendar': '?from=2026-11-01&to=2026-11-30',
  'GET /console/event-properties': '?event=Made',
  'GET /console/message-engagements': '?messages=0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11',
  'GET /console/segment-suggestions': '?what=events',
};

/** Returns the query that an operation requires. */
export const queryFor = ({ route }: Pick<Operation, 'route'>): string => QUERIES[route] ?? '';

/** Creates a value for each path parameter of an operation. Throws for unknown parameters. */
export async function parametersFor({ path }: Pick<Operation, 'path'>, call: Call): Promise<Record<string, string>> {
  const made: Record<string, string> = {};
  for (const [, before, name] of path.matchAll(/([^/]+)\/\{(\w+)\}/g)) {
    const make = MAKERS[`${before}/{${name}}`];
    if (!make) throw new Error(`${path}: apps/api/e2e/support/requests.ts cannot make a {${name}} of ${before}`);
    made[name as string] = await make(call, made, path);
  }
  return made;
}

/** Returns the path with these parameter values. */
export const filled = (path: string, values: Record<string, string>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? name));
