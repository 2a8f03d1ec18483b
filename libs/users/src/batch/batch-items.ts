import { TrackEventBody, UpdateUserBody, UserBatchItem } from '@dundun/contracts';
import { InvalidInputError, isWellFormed, JSON_DEPTH, type FieldFault, type JsonObject } from '@dundun/domain';
import { createdBy } from '../api/user-fields.js';
import { compileValidator, ignoredKeys, type Checked } from '@dundun/platform/http';

/** The parts of an item that can be shown; null when they cannot. */
export interface ItemName {
  type: string | null;
  uid: string | null;
}

/** A checked item; the notices name fields without effect. */
export type ItemWork = { uid: string; notices: string[] } & (
  { kind: 'write'; body: UpdateUserBody } | { kind: 'track'; body: TrackEventBody }
);

const checkItem = compileValidator(UserBatchItem);
const checkUser = compileValidator(UpdateUserBody);
const checkEvent = compileValidator(TrackEventBody);

const LONGEST_TYPE = 20;
const UNSTORABLE = `must hold only well-formed text and numbers that a double holds, at most ${JSON_DEPTH} deep`;

export function nameOf({ type, id }: JsonObject): ItemName {
  const named = checkItem({ type: 'event', id });
  const isShown = typeof type === 'string' && type.length <= LONGEST_TYPE && isWellFormed(type);
  return { type: isShown ? type : null, uid: named.ok ? named.value.id : null };
}

/**
 * Checks an item like a single call.
 * @param item null when it could not be stored
 * @throws InvalidInputError that names every wrong field
 */
export function workOf(item: JsonObject | null): ItemWork {
  if (item === null) throw new InvalidInputError([{ field: 'item', message: UNSTORABLE }]);
  const named = checkItem(item);
  if (item.type === 'event') {
    const checked = checkEvent(item);
    const [{ id: uid }, body] = right(named, checked);
    return { kind: 'track', uid, body, notices: noticesOf(checked) };
  }
  const checked = checkUser(item);
  const [{ id: uid }, body] = right(named, checked);
  return { kind: 'write', uid, body: item.type === 'create' ? createdBy(body) : body, notices: noticesOf(checked) };
}

/** Returns the notices of a single call. */
function noticesOf(checked: Checked<object>): string[] {
  if (!checked.ok) return [];
  const unknown = checked.unknownKeys.filter((key) => key !== 'type' && key !== 'id');
  return [...ignoredKeys(unknown), ...checked.notices];
}

function right<A extends object, B extends object>(one: Checked<A>, other: Checked<B>): [A, B] {
  if (!one.ok || !other.ok) throw new InvalidInputError([...faultsOf(one), ...faultsOf(other)]);
  return [one.value, other.value];
}

const faultsOf = (checked: Checked<object>): FieldFault[] => (checked.ok ? [] : checked.faults);
