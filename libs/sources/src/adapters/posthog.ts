import { isJsonObject, UnreadableHookError, type JsonObject } from '@dundun/domain';
import { z } from 'zod';
import { eventIdOf, listOf, momentOf, namesOf, numberOf, objectOf, textOf } from './payload-fields.js';
import { checkSecretHeader, headerName, sharedSecret } from './secret-header.js';
import { describeSource, type Incoming, type Mapped, type PersonEffect, type SourceFields } from './source-adapter.js';
import { flattened } from './storable-fields.js';

/**
 * PostHog's destinations: the template for this service, older templates, and the HTTP webhook, whose body is `{ event, person }`.
 * None of them signs; the webhook can send a custom header.
 */
export const posthog = describeSource({
  kind: 'posthog',
  title: 'PostHog',
  settings: z
    .object({ header: headerName.default('Authorization'), secret: sharedSecret.optional() })
    .describe('Without a secret, the address is the only credential.'),
  secretFields: ['secret'],
  verify: (request, { header, secret }) =>
    secret === undefined ? 'genuine' : checkSecretHeader(request, header, secret),
  read,
  map,
});

/** @throws UnreadableHookError */
function read(body: unknown): Incoming[] {
  const all = Array.isArray(body) ? body : [body];
  return all.map((one) => {
    const event = isJsonObject(one) && isJsonObject(one.event) ? { ...one.event, person: one.person } : one;
    if (!isJsonObject(event) || textOf(event.event) === undefined)
      throw new UnreadableHookError('it is not a PostHog event: it has no name');
    const { uuid, properties } = event;
    return { id: eventIdOf(uuid ?? objectOf(properties).$insert_id, event), payload: event };
  });
}

function map(payload: JsonObject): Mapped {
  const name = textOf(payload.event) ?? '';
  const properties = objectOf(payload.properties);
  const uid = textOf(payload.distinct_id) ?? textOf(properties.distinct_id);
  if (name === '$groupidentify') return groupIdentify(properties);
  if (name === '$create_alias') return merged(textOf(properties.alias), uid);
  if (uid === undefined) return { ignored: 'it has no distinct_id' };
  if (name === '$identify') {
    const anonymous = textOf(properties.$anon_distinct_id);
    const merge =
      anonymous === undefined || anonymous === uid ? [] : [{ merge: { source: anonymous, destination: uid } }];
    return [{ person: { uid }, fields: personFields(payload, properties) }, ...merge];
  }
  if (name === '$set' || name === '$unset') return [{ person: { uid }, fields: personFields(payload, properties) }];
  if (name.startsWith('$')) return { ignored: `${name} is an internal event of PostHog` };
  if (name.toLowerCase().startsWith('plugin')) return { ignored: 'it is an event of a PostHog plugin' };
  return customEvent(name, uid, payload, properties);
}

/** PostHog has at most five group types, and an event belongs to at most one group of each. */
const MOST_GROUPS = 10;

/** An event with groups belongs to the groups, not to the person. */
function customEvent(name: string, uid: string, payload: JsonObject, properties: JsonObject): PersonEffect[] {
  const own = Object.entries(flattened(properties)).filter(([key]) => !key.startsWith('$') && !NOISE.includes(key));
  const kept = Object.fromEntries(own);
  const event = { name, properties: kept, value: numberOf(kept.value), occurredAt: momentOf(payload.timestamp) };
  const groups = Object.values(objectOf(properties.$groups)).flatMap((id) => textOf(id) ?? []);
  if (groups.length > 0)
    return groups.slice(0, MOST_GROUPS).map((id) => ({ person: { uid: id }, fields: { isAccount: true }, event }));
  const fields = { ...personFields(payload, properties), ...deviceOf(properties) };
  return [{ person: { uid }, fields, event }];
}

const NOISE = ['gclid', 'distinct_id', 'token', 'msclkid'];

function groupIdentify(properties: JsonObject): Mapped {
  const uid = textOf(properties.$group_key);
  if (uid === undefined) return { ignored: 'it has no group key' };
  const fields = attributes(objectOf(properties.$group_set));
  return [{ person: { uid }, fields: { ...fields, isAccount: true } }];
}

function merged(source: string | undefined, destination: string | undefined): Mapped {
  if (source === undefined || destination === undefined) return { ignored: 'it does not have two ids' };
  return source === destination ? { ignored: 'both ids are the same' } : [{ merge: { source, destination } }];
}

/** `$set` overrides `$set_once`; names in `$unset` are cleared. */
function personFields(payload: JsonObject, properties: JsonObject): SourceFields {
  const given = { ...objectOf(payload.$set_once), ...objectOf(properties.$set_once) };
  const set = { ...given, ...objectOf(payload.$set), ...objectOf(properties.$set) };
  const cleared = listOf(properties.$unset).flatMap((name) => (typeof name === 'string' ? [[name, null]] : []));
  return { ...attributes({ ...set, ...(Object.fromEntries(cleared) as JsonObject) }), ...deviceOf(properties) };
}

/** Maps the usual property names to fields; all others become attributes. */
function attributes(set: JsonObject): SourceFields {
  const { email, phone, number, name, first_name, firstName, last_name, lastName, ...others } = set;
  const meta = Object.fromEntries(Object.entries(others).filter(([key]) => !key.startsWith('$')));
  const [first, last] = [first_name ?? firstName, last_name ?? lastName];
  return {
    ...namesOf(name),
    ...(first !== undefined && { firstName: textOf(first) ?? null }),
    ...(last !== undefined && { lastName: textOf(last) ?? null }),
    ...(email !== undefined && { email: textOf(email) ?? null }),
    ...((phone ?? number) !== undefined && { number: textOf(phone ?? number) ?? null }),
    ...(Object.keys(meta).length > 0 && { meta }),
  };
}

function deviceOf(properties: JsonObject): SourceFields {
  const platform = textOf(properties.$os)?.toLowerCase();
  const token = textOf(properties.$device_id);
  return token !== undefined && (platform === 'android' || platform === 'ios') ? { device: { token, platform } } : {};
}
