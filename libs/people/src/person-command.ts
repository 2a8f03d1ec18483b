import { InvalidInputError, AccountHasMembersError, UnknownAccountError } from '@dundun/domain';
import { keepChange } from './people-changes.js';
import { personKeyOf, type PeopleSet } from './people-set.js';
import type { PeopleWrites } from './people-writes.js';
import { newPerson } from './person-fields.js';
import { newPersonId, type Match } from './person-matching.js';
import type { PersonCommand } from './person-values.js';
import type { Person } from './person.entity.js';
import { FoldFirstError } from './fold-first.js';
import { generatedHolder, matchUser } from './user-matching.js';

/** A user call that has passed every check on the person. */
export interface PlannedPerson extends Match {
  /** Accounts that the person leaves. */
  left: Person[];
}

/** Finds the person of a user call and checks the call. @throws a Refusal; changes nothing */
export function planPerson(set: PeopleSet, writes: PeopleWrites, command: PersonCommand): PlannedPerson {
  const { before, after: matched, notices } = matchUser(set, command);
  const after = withoutDropped(matched, command);
  const left = accountsLeft(set, command);
  refuseOwnAccount(set, command, after);
  refuseMembersWithoutAccount(set, writes, before, after);
  return { before, after, notices, left };
}

/** Checks a call that folds. @throws FoldFirstError when a person with a generated uid has its email or number */
export function checkFolded(set: PeopleSet, command: PersonCommand, { before }: PlannedPerson): void {
  if (!command.folds || command.kind !== 'user' || command.named === null || !before) return;
  const from = generatedHolder(set, command, before);
  if (from) throw new FoldFirstError(from.id, before.id);
}

/** Notes the changes of a planned call. */
export function changePerson(
  set: PeopleSet,
  writes: PeopleWrites,
  command: PersonCommand,
  { before, after, left }: PlannedPerson,
): void {
  const { workspaceId, id: personId } = after;
  keepChange(set, writes, before, after, command.kind === 'user_by_key' ? command : undefined);
  moveDevice(set, writes, command, after);
  joinAccounts(set, writes, command, after);
  for (const { id: accountId } of left) writes.removeMember({ workspaceId, accountId, personId });
}

function withoutDropped(person: Person, { dropsDevice }: PersonCommand): Person {
  if (dropsDevice === undefined) return person;
  return { ...person, devices: person.devices.filter(({ token }) => token !== dropsDevice) };
}

/** A device belongs to the person who gave its token last. A caller with the key alone never takes a device from another. */
function moveDevice(
  set: PeopleSet,
  writes: PeopleWrites,
  { workspaceId, fields }: PersonCommand,
  person: Person,
): void {
  const token = fields.device?.token;
  if (token === undefined || !person.devices.some((device) => device.token === token)) return;
  for (const other of set.holders(set.claim(workspaceId, 'device', token))) {
    if (other.id === person.id) continue;
    const devices = other.devices.filter((device) => device.token !== token);
    keepChange(set, writes, other, { ...other, devices });
  }
}

function accountsLeft(set: PeopleSet, { workspaceId, leavesAccounts }: PersonCommand): Person[] {
  return leavesAccounts.map((uid) => {
    const account = set.personByUid(workspaceId, uid);
    if (!account) throw new UnknownAccountError();
    return account;
  });
}

function refuseOwnAccount(set: PeopleSet, { workspaceId, accounts }: PersonCommand, person: Person): void {
  const isOwn = ({ uid }: { uid: string }) => uid === person.uid || set.personByUid(workspaceId, uid)?.id === person.id;
  if (accounts.some(isOwn))
    throw new InvalidInputError([{ field: 'accounts', message: 'must not name the user itself' }]);
}

/** Counts members that an earlier command of the same commit adds. */
function refuseMembersWithoutAccount(
  set: PeopleSet,
  writes: PeopleWrites,
  before: Person | undefined,
  { workspaceId, id, isAccount }: Person,
): void {
  if (!before?.isAccount || isAccount) return;
  if (set.accountsWithMembers.has(personKeyOf(workspaceId, id)) || writes.addsMemberTo(workspaceId, id))
    throw new AccountHasMembersError();
}

/** Creates an unknown account, and turns a person who gets members into an account. */
function joinAccounts(
  set: PeopleSet,
  writes: PeopleWrites,
  { workspaceId, accounts }: PersonCommand,
  person: Person,
): void {
  for (const { uid, role } of accounts) {
    const known = set.personByUid(workspaceId, uid);
    const base = known ?? {
      ...newPerson(workspaceId, newPersonId(set, undefined), new Date()),
      uid,
      uidUpdateable: false,
    };
    const account = { ...base, isAccount: true };
    keepChange(set, writes, known, account);
    writes.addMember({ workspaceId, accountId: account.id, personId: person.id, role });
  }
}
