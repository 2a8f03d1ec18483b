import { UnknownPersonError } from '@dundun/domain';
import type { PeopleSet } from './people-set.js';
import type { PersonCommand, UserValues } from './person-values.js';
import { matchPerson, newPersonId, type Match } from './person-matching.js';
import { filled, newPerson, overwritten } from './person-fields.js';
import { hasKey, keyValue, KEY_KINDS, type ClaimedKey } from './person-keys.js';
import type { Person } from './person.entity.js';

/** Finds the person of a user call and plans the change. @throws UnknownPersonError, InvalidInputError */
export function matchUser(set: PeopleSet, command: PersonCommand): Match {
  const { kind, isProven, workspaceId, named, fields, creates } = command;
  const byKey = kind === 'user_by_key';
  const claims = claimsOf(set, command);
  const match =
    named === null
      ? matchPerson(set, { workspaceId, fields, byKey, isProven })
      : matchNamed(set, { ...command, named }, claims, byKey);
  if (!match.before && !creates) throw new UnknownPersonError();
  if (match.before && command.known === 'fill') match.after = filled(match.before, fields);
  // A caller with the key alone must not learn who else has an address.
  return byKey
    ? { ...match, after: withoutTakenDevice(set, command, match), notices: [] }
    : { ...match, notices: [...match.notices, ...sharing(set, match, claims)] };
}

function matchNamed(
  set: PeopleSet,
  { workspaceId, named, fields, creates, isProven }: PersonCommand & { named: string },
  claims: ClaimedKey[],
  byKey: boolean,
): Match {
  const known = set.personByUid(workspaceId, named);
  const nameless = known || byKey || !creates ? undefined : namelessHolder(set, claims);
  const before = known ?? nameless;
  const isNamed = { uid: named, uidUpdateable: false };
  const base = known ?? {
    ...(nameless ?? newPerson(workspaceId, newPersonId(set, claims[0]), new Date())),
    ...isNamed,
  };
  if (!byKey) return { before, after: overwritten(base, fields), notices: [] };
  const free = unlessTaken(set, base, fields, claims);
  return { before, after: known ? filled(base, free, isProven) : overwritten(base, free), notices: [] };
}

/**
 * A call with the key alone leaves a device with its person, without a notice. Only a proven one takes it from a person to
 * whom it was given without proof.
 */
function withoutTakenDevice(
  set: PeopleSet,
  { workspaceId, fields, isProven }: PersonCommand,
  { before, after }: Match,
): Person {
  const token = fields.device?.token ?? null;
  const isKept = ({ id, devices }: Person) =>
    id !== after.id && !(isProven && devices.some((device) => device.token === token && device.verified === false));
  const holders = set.holders(set.claim(workspaceId, 'device', token));
  return holders.some(isKept) ? { ...after, devices: before?.devices ?? [] } : after;
}

/** Finds the person with the email, else with the number, whose uid is generated. */
function namelessHolder(set: PeopleSet, claims: ClaimedKey[]): Person | undefined {
  return claims.map((claim) => set.holder(claim)).find((holder) => holder?.uidUpdateable);
}

/** Returns a person with a generated uid who has the email or number of a call about this other, known person. */
export function generatedHolder(set: PeopleSet, command: PersonCommand, known: Person): Person | undefined {
  const holders = claimsOf(set, command).flatMap((claim) => set.holders(claim));
  return holders.find(({ id, uidUpdateable }) => uidUpdateable && id !== known.id);
}

function unlessTaken(set: PeopleSet, person: Person, fields: UserValues, claims: ClaimedKey[]): UserValues {
  const free = { ...fields };
  for (const claim of claims)
    if (claim.kind !== 'device' && set.holders(claim).some(({ id }) => id !== person.id)) free[claim.kind] = undefined;
  return free;
}

/** Returns the claimed keys of the given email and number, in this order. */
function claimsOf(set: PeopleSet, { workspaceId, fields }: PersonCommand): ClaimedKey[] {
  return KEY_KINDS.flatMap((kind) => set.claim(workspaceId, kind, keyValue(fields, kind)) ?? []);
}

function sharing(set: PeopleSet, { after }: Match, claims: ClaimedKey[]): string[] {
  return claims.flatMap((claim) => {
    const [other] = set.holders(claim).filter(({ id }) => id !== after.id);
    if (!other || !hasKey(after, claim)) return [];
    const merge = 'POST /v1/users/merge makes one of them';
    return [`${claim.kind} belongs to user ${other.uid} as well: both keep it, the older is found by it, ${merge}`];
  });
}
