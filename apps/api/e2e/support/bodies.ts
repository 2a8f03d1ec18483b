import type { Call } from '@dundun/testing';
import { aList, anAddress, unique } from './fixtures.js';
import type { Operation } from './openapi.js';
import { aFake, anInvitationToken, aUser, DIVIDER, IMPORTED, PIXEL, UNUSED } from './requests.js';

/** Creates what a body refers to, in the workspace of `call`. @returns the body */
type MakeBody = (call: Call) => object | Promise<object>;

const aDraft = () => ({ name: unique('template'), subject: 'Hello', text: 'Hello, {{ name }}' });
const listsOfUser: MakeBody = async (call) => ({ lists: [(await aList(call)).id] });

/** Bodies of operations whose example refers to resources of its reader: an account, a domain, a list. */
const BODIES: Record<string, MakeBody> = {
  'POST /v1/users/{uid}/lists': listsOfUser,
  'DELETE /v1/users/{uid}/lists': listsOfUser,
  'POST /v1/automations/{id}/enrol': async (call) => ({ uid: await aUser(call) }),
  'POST /console/invitations': () => ({ email: anAddress(), role: 'viewer' }),
  'POST /console/invitations/open': async (call) => ({ token: await anInvitationToken(call) }),
  'POST /console/invitations/accept': async (call) => ({
    token: await anInvitationToken(call),
    name: 'Grace',
    password: 'battery staple',
  }),
  'POST /console/integrations': async () => {
    const { origin, settings } = await aFake();
    return { provider: 'postmark', settings, endpoint: origin, ...UNUSED };
  },
  'PUT /console/integrations/{id}': async () => ({ name: 'Another', settings: (await aFake()).settings }),
  'POST /console/webhooks': async () => ({ url: (await aFake()).origin, types: ['list.created'] }),
  'PUT /console/webhooks/{id}': () => ({ description: 'Another' }),
  'PUT /console/alerts': () => ({ url: null }),
  'PUT /console/routes/{path}': () => ({ integrations: [null] }),
  'POST /console/templates': aDraft,
  'PUT /console/templates/{id}': aDraft,
  'POST /console/templates/{id}/rollback': () => ({ version: 1 }),
  'POST /console/templates/{id}/preview': () => ({ variables: { name: 'Grace' } }),
  'POST /console/templates/{id}/test': () => ({
    to: 'ada@example.com',
    from: { name: 'Ada', email: 'ada@dundun.test' },
    variables: { name: 'Grace' },
  }),
  'PUT /console/templates/{id}/draft': () => ({ content: { subject: 'Hi' }, base_version: 1, revision: 0 }),
  'POST /console/template-blocks': () => ({ name: unique('block'), block: DIVIDER }),
  'POST /console/template-images': () => ({ content: PIXEL }),
  'POST /hooks/bounces': () => ({ raw: 'Subject: Hello\r\n\r\nHello' }),
  'POST /console/exports': () => ({ what: 'people' }),
  'POST /console/people/lists': async (call) => ({ uids: [unique('user')], remove: [(await aList(call)).id] }),
  'POST /console/imports/{id}/preview': () => IMPORTED,
  'POST /console/imports/{id}/check': () => IMPORTED,
  'POST /console/automations': () => ({ name: unique('automation') }),
  'PUT /console/automations/{id}/conversions': () => ({ conversion: { event: 'Paid' } }),
  'PUT /console/automations/{id}': () => ({ name: unique('automation') }),
  'POST /console/campaigns': () => ({ name: unique('campaign') }),
  'PUT /console/campaigns/{id}': () => ({ subject: 'Hello' }),
  'PUT /console/campaigns/{id}/links': () => ({
    content: '01900000-0000-7000-8000-000000000000',
    number: 0,
    url: 'https://example.com/',
  }),
  'POST /console/campaigns/{id}/follow-up': () => ({ who: 'arrived' }),
  'POST /console/campaigns/{id}/retry': () => ({ what: 'unknown' }),
  'POST /console/campaigns/{id}/start': () => ({}),
  'POST /console/campaigns/{id}/preview': () => ({}),
  'POST /console/campaigns/{id}/test': () => ({ to: 'ada@example.com' }),
  'POST /console/profiles': () => ({
    name: unique('profile'),
    from_name: 'Ada',
    from_email: 'ada@dundun.test',
  }),
  'PUT /console/profiles/{id}': () => ({ from_name: 'Grace' }),
};

/** Returns a body for an operation that needs one of its own. Creates what it refers to. */
export async function bodyFor({ route }: Pick<Operation, 'route'>, call: Call): Promise<object | undefined> {
  return BODIES[route]?.(call);
}
