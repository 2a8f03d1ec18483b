import { UnknownPersonError } from '@dundun/domain';
import type { Batch } from './batch.js';
import type { UserCommand, UserValues } from './commands.js';
import { matchPerson, newId, type Match } from './matching.js';
import { filled, newPerson, overwritten } from './person-fields.js';
import { hasKey, keyValue, KEY_KINDS, type ClaimedKey } from './person-keys.js';
import type { Person } from './person.entity.js';

/** Whom a user call is about, and how that person will be afterwards. @throws UnknownPersonError, InvalidInputError */
export function matchUser(batch: Batch, command: UserCommand): Match {
  const { kind, workspaceId, named, fields, creates } = command;
  const byKey = kind === 'user_by_key';
  const claims = claimsOf(batch, command);
  const match =
    named === null
      ? matchPerson(batch, workspaceId, fields, byKey)
      : matchNamed(batch, { ...command, named }, claims, byKey);
  if (!match.before && !creates) throw new UnknownPersonError();
  // With the key alone nobody is told who else has an address.
  return byKey
    ? { ...match, after: withoutTakenDevice(batch, command, match), notices: [] }
    : { ...match, notices: [...match.notices, ...sharing(batch, match, claims)] };
}

function matchNamed(
  batch: Batch,
  { workspaceId, named, fields, creates }: UserCommand & { named: string },
  claims: ClaimedKey[],
  byKey: boolean,
): Match {
  const known = batch.personByUid(workspaceId, named);
  const nameless = known || byKey || !creates ? undefined : namelessHolder(batch, claims);
  const before = known ?? nameless;
  const isNamed = { uid: named, uidUpdateable: false };
  const base = known ?? { ...(nameless ?? newPerson(workspaceId, newId(claims[0]), new Date())), ...isNamed };
  if (!byKey) return { before, after: overwritten(base, fields), notices: [] };
  const free = unlessTaken(batch, base, fields, claims);
  return { before, after: known ? filled(base, free) : overwritten(base, free), notices: [] };
}

/** With the key alone a device stays with whoever has it, and nobody is told. */
function withoutTakenDevice(batch: Batch, { workspaceId, fields }: UserCommand, { before, after }: Match): Person {
  const holders = batch.holders(batch.claim(workspaceId, 'device', fields.device?.token ?? null));
  return holders.some(({ id }) => id !== after.id) ? { ...after, devices: before?.devices ?? [] } : after;
}

/** Whoever has the email, else the number, and got their uid from us. */
function namelessHolder(batch: Batch, claims: ClaimedKey[]): Person | undefined {
  return claims.map((claim) => batch.holder(claim)).find((holder) => holder?.uidUpdateable);
}

function unlessTaken(batch: Batch, person: Person, fields: UserValues, claims: ClaimedKey[]): UserValues {
  const free = { ...fields };
  for (const claim of claims)
    if (claim.kind !== 'device' && batch.holders(claim).some(({ id }) => id !== person.id))
      free[claim.kind] = undefined;
  return free;
}

/** The keys of the email and the number that are given, in this order. */
function claimsOf(batch: Batch, { workspaceId, fields }: UserCommand): ClaimedKey[] {
  return KEY_KINDS.flatMap((kind) => batch.claim(workspaceId, kind, keyValue(fields, kind)) ?? []);
}

function sharing(batch: Batch, { after }: Match, claims: ClaimedKey[]): string[] {
  return claims.flatMap((claim) => {
    const [other] = batch.holders(claim).filter(({ id }) => id !== after.id);
    if (!other || !hasKey(after, claim)) return [];
    const merge = 'POST /v1/users/merge makes one of them';
    return [`${claim.kind} belongs to user ${other.uid} as well: both keep it, the older is found by it, ${merge}`];
  });
}
