import { UnreadableHookError, type JsonObject, isJsonObject } from '@dundun/domain';
import { eventIdOf, listOf, momentOf, namesOf, numberOf, objectOf, textOf } from './payload-fields.js';
import type { Incoming, Mapped, SourceFields } from './source-adapter.js';

/**
 * Reads the calls of Segment's specification, which RudderStack uses too: identify, track, page, screen, group, alias
 * (https://segment.com/docs/connections/spec). Several calls come as a list, or as a list under `batch`.
 * @throws UnreadableHookError
 */
export function readCalls(body: unknown): Incoming[] {
  const calls = Array.isArray(body) ? body : listOf(objectOf(body).batch);
  const all = calls.length > 0 ? calls : [body];
  return all.map((call) => {
    if (!isJsonObject(call) || textOf(call.type) === undefined)
      throw new UnreadableHookError('it is not a call of the specification, such as identify or track');
    return { id: eventIdOf(call.messageId, call), payload: call };
  });
}

/** Maps a call. A visitor without a user id is identified by the anonymous id until an alias merges them. */
export function mapCall(call: JsonObject): Mapped {
  const uid = textOf(call.userId) ?? textOf(call.anonymousId);
  const known = objectOf(objectOf(call.context).traits);
  const person = uid === undefined ? { email: textOf(known.email), number: textOf(known.phone) } : { uid };
  const occurredAt = momentOf(call.timestamp);
  const list = textOf(objectOf(objectOf(call.integrations).Dundun).list);
  const fields = { ...deviceOf(objectOf(objectOf(call.context).device)), ...(list !== undefined && { lists: [list] }) };
  const properties = objectOf(call.properties);
  switch (call.type) {
    case 'identify':
      return [{ person, fields: { ...fieldsOf({ ...known, ...objectOf(call.traits) }, call), ...fields } }];
    case 'track': {
      const name = textOf(call.event);
      if (name === undefined) return { ignored: 'the call has no event name' };
      return [{ person, fields, event: { name, properties, value: valueOf(properties), occurredAt } }];
    }
    case 'page':
    case 'screen': {
      const seen = { ...properties, name: textOf(call.name), category: textOf(call.category) };
      return [{ person, fields, event: { name: VIEWED[call.type], properties: seen, occurredAt } }];
    }
    case 'group':
      return group(call, uid);
    case 'alias':
      return alias(call);
    default:
      return { ignored: `calls of the type ${String(call.type)} are not mapped` };
  }
}

const VIEWED = { page: 'Page viewed', screen: 'Screen viewed' } as const;

function group(call: JsonObject, uid: string | undefined): Mapped {
  const groupId = textOf(call.groupId);
  if (groupId === undefined) return { ignored: 'the call has no group id' };
  const { name, ...traits } = objectOf(call.traits);
  const account = {
    person: { uid: groupId },
    fields: { ...fieldsOf(traits, {}), isAccount: true, firstName: textOf(name) },
  };
  return uid === undefined ? [account] : [account, { person: { uid }, fields: { accounts: [{ id: groupId }] } }];
}

function alias({ previousId, userId }: JsonObject): Mapped {
  const [source, destination] = [textOf(previousId), textOf(userId)];
  if (source === undefined || destination === undefined) return { ignored: 'the call does not have two ids' };
  if (source === destination) return { ignored: 'both ids are the same' };
  return [{ merge: { source, destination } }];
}

/** Maps the traits of the specification to fields; all others become attributes under their own names. */
function fieldsOf(given: JsonObject, call: JsonObject): SourceFields {
  const { email, phone, firstName, first_name, lastName, last_name, name, createdAt, created_at, ...meta } = given;
  const context = objectOf(call.context);
  return {
    ...namesOf(name),
    ...defined({ firstName: textOf(firstName ?? first_name), lastName: textOf(lastName ?? last_name) }),
    email: email === null ? null : textOf(email),
    number: phone === null ? null : textOf(phone),
    createdAt: momentOf(createdAt ?? created_at),
    tz: textOf(context.timezone),
    meta,
  };
}

function deviceOf({ token, type }: JsonObject): SourceFields {
  const [known, platform] = [textOf(token), textOf(type)?.toLowerCase()];
  return known !== undefined && (platform === 'android' || platform === 'ios')
    ? { device: { token: known, platform } }
    : {};
}

/** The value of an event, by the specification. */
const valueOf = ({ revenue, value }: JsonObject) => numberOf(revenue) ?? numberOf(value);

const defined = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
