import { ListArchivedError, UnknownListError, type MembershipCommand, type Refusal } from '@dundun/domain';
import type { List } from '@dundun/lists';
import { changePerson, checkFolded, planPerson, type Person } from '@dundun/people';
import type { MembershipStep, UserCommand, UserResult } from './commands.js';
import { outcomeByKey, outcomeOf, record, refusalOfMail, type Decision } from './membership-rules.js';
import type { MembershipSet } from './membership-set.js';
import type { MembershipWrites } from './membership-writes.js';

/** Checks a user call against the lists alone, before any person is looked up, so that a refusal reveals no person. */
export function refusalOfUser(set: MembershipSet, command: UserCommand): Refusal | undefined {
  const { workspaceId, joins, leaves, fields } = command;
  for (const [place, id] of joins.entries()) {
    const list = set.list(workspaceId, id);
    if (!list) return new UnknownListError({ id, place });
    if (list.archivedAt) return new ListArchivedError();
    const refusal = mustConfirm(command, list) && refusalOfMail(set, workspaceId, fields.email ?? null);
    if (refusal) return refusal;
  }
  const place = leaves.findIndex((id) => !set.list(workspaceId, id));
  return place < 0 ? undefined : new UnknownListError({ id: leaves[place] as string, place });
}

/** Whether the call asks for a confirmation by mail, as far as it says itself. */
const mustConfirm = ({ kind, fields, isStrict = false }: UserCommand, { doubleOptin }: List): boolean =>
  kind === 'user_by_key' && (doubleOptin || (isStrict && (fields.email ?? null) !== null));

/** Runs a user command. All checks come before the first change. @throws a Refusal or FoldFirstError and changes nothing */
export function runUserCommand(set: MembershipSet, writes: MembershipWrites, command: UserCommand): UserResult {
  const refusal = refusalOfUser(set, command);
  if (refusal) throw refusal;
  const planned = planPerson(set, writes, command);
  const { before, after, notices } = planned;
  if (before && command.known === 'skip') return skipped(before);
  const decisions = decisionsOf(set, command, after);
  checkFolded(set, command, planned);
  changePerson(set, writes, command, planned);
  const { id: personId, uid } = after;
  for (const decision of decisions) record(set, writes, decision);
  const isRefused = trackingSaid(command, before);
  if (isRefused !== undefined) writes.decideTracking(after, isRefused, command.evidence);
  const isNamed = before?.uid !== uid;
  const memberships = decisions.map(stepOf);
  return {
    personId,
    uid,
    isNew: before === undefined,
    isNamed,
    memberships,
    notices: [...notices, ...stayingAway(decisions)],
  };
}

/** Returns what a trusted call says about tracking; one that only fills in what is empty takes no refusal back. */
function trackingSaid({ kind, known, fields }: UserCommand, before: Person | undefined): boolean | undefined {
  const { trackingRefused } = fields;
  if (kind !== 'user' || (known === 'fill' && before && !trackingRefused)) return undefined;
  return trackingRefused;
}

const skipped = ({ id: personId, uid }: Person): UserResult => ({
  personId,
  uid,
  isNew: false,
  isNamed: false,
  isSkipped: true,
  memberships: [],
  notices: [],
});

const stepOf = ({ list, membership, outcome }: Decision): MembershipStep => ({
  listId: list.id,
  before: membership.status,
  after: outcome.next,
});

/** Returns notices about double opt-in lists that the person has left and stays off. */
function stayingAway(decisions: Decision[]): string[] {
  const left = decisions.filter(({ kind, outcome }) => kind === 'vouch' && outcome.next === 'unsubscribed');
  if (left.length === 0) return [];
  const ids = left.map(({ list }) => list.id).join(', ');
  return [`POST /v1/lists/{id}/subscribers asks a user who left to come back: not added to ${ids}`];
}

function decisionsOf(set: MembershipSet, command: UserCommand, person: Person): Decision[] {
  const { workspaceId, evidence } = command;
  const decide = (listId: string, kind: MembershipCommand): Decision => {
    const list = set.list(workspaceId, listId) as List;
    const membership = set.membership(workspaceId, listId, person.id);
    const outcome =
      kind === 'join_by_key'
        ? outcomeByKey(set, command, list, membership, person)
        : outcomeOf(set, kind, list, membership, person, command);
    return { kind, evidence, list, person, membership, outcome, isUnproven: command.isStrict };
  };
  const joinKind = command.kind === 'user' ? (command.joinAs ?? 'vouch') : 'join_by_key';
  return [
    ...[...new Set(command.joins)].map((listId) => decide(listId, joinKind)),
    ...[...new Set(command.leaves)].map((listId) => decide(listId, 'remove')),
  ];
}
