import { TrackEventBody, UpdateUserBody, UserBatchItem } from '@dundun/contracts';
import { InvalidInputError, type FieldFault, type JsonObject } from '@dundun/domain';
import { compileValidator, type Checked } from '@dundun/platform/http';
import type { UserFields } from './users.service.js';

/** What is shown of an item, whatever it is; null is nothing that could be shown. */
export interface ItemName {
  type: string | null;
  uid: string | null;
}

/** What an item asks for, checked. */
export type ItemWork =
  { kind: 'write'; uid: string; body: UpdateUserBody } | { kind: 'track'; uid: string; body: TrackEventBody };

const checkItem = compileValidator(UserBatchItem);
const checkUser = compileValidator(UpdateUserBody);
const checkEvent = compileValidator(TrackEventBody);

const LONGEST_TYPE = 20;

export function nameOf({ type, id }: JsonObject): ItemName {
  const named = checkItem({ type: 'event', id });
  const isShown = typeof type === 'string' && type.length <= LONGEST_TYPE;
  return { type: isShown ? type : null, uid: named.ok ? named.value.id : null };
}

/** The same checks as of the single calls. @throws InvalidInputError that names every wrong field */
export function workOf(item: JsonObject): ItemWork {
  const named = checkItem(item);
  if (item.type === 'event') {
    const [{ id: uid }, body] = right(named, checkEvent(item));
    return { kind: 'track', uid, body };
  }
  const [{ id: uid }, body] = right(named, checkUser(item));
  return { kind: 'write', uid, body };
}

function right<A extends object, B extends object>(one: Checked<A>, other: Checked<B>): [A, B] {
  if (!one.ok || !other.ok) throw new InvalidInputError([...faultsOf(one), ...faultsOf(other)]);
  return [one.value, other.value];
}

const faultsOf = (checked: Checked<object>): FieldFault[] => (checked.ok ? [] : checked.faults);

/** What the body of a user call says, in the words of the code. */
export function fieldsOf(body: UpdateUserBody): UserFields {
  const { first_name, last_name, is_account, device_token, device_platform, created_at, ...same } = body;
  const device = device_token ? { token: device_token, platform: device_platform } : undefined;
  return {
    ...same,
    firstName: first_name,
    lastName: last_name,
    isAccount: is_account,
    createdAt: created_at,
    device,
  };
}
