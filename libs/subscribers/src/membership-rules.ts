import {
  changeMembership,
  ListArchivedError,
  OptinNeedsEmailError,
  Refusal,
  UnknownConfirmationError,
  UnknownListError,
  UnknownPersonError,
  type MembershipOutcome,
  type Standing,
} from '@dundun/domain';
import type { List } from '@dundun/lists';
import type { Batch, Confirmation, Membership } from './batch.js';
import type { BatchWrites } from './batch-writes.js';
import type { ChangeCommand, Command, CommandResult, ConfirmCommand, JoinCommand, RestoreCommand } from './commands.js';
import { askToConfirm } from './confirmation-requests.js';
import { matchPerson } from './matching.js';
import { isSamePerson } from './person-fields.js';
import { keyValue } from './person-keys.js';
import { restored } from './restoring.js';
import type { Person } from './person.entity.js';
import { OptinNeedsSenderError } from './subscriber-refusals.js';

/** Runs one command; a refused one has changed nothing. */
export function runCommand(batch: Batch, writes: BatchWrites, command: Command): CommandResult | Refusal {
  try {
    if (command.kind === 'confirm') return confirm(batch, writes, command);
    return 'uid' in command ? change(batch, writes, command) : join(batch, writes, command);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** What the list alone has to say against a join, before anybody is looked for. */
export function refusalOfJoin(batch: Batch, { workspaceId, listId, fields }: JoinCommand): Refusal | undefined {
  const list = batch.list(workspaceId, listId);
  if (!list) return new UnknownListError();
  if (list.archivedAt) return new ListArchivedError();
  return list.doubleOptin ? refusalOfMail(batch, workspaceId, fields.email ?? null) : undefined;
}

function refusalOfMail(batch: Batch, workspaceId: number, email: string | null): Refusal | undefined {
  if (email === null) return new OptinNeedsEmailError();
  return batch.senders.get(workspaceId) ? undefined : new OptinNeedsSenderError();
}

function join(batch: Batch, writes: BatchWrites, command: JoinCommand): CommandResult {
  const refusal = refusalOfJoin(batch, command);
  const list = batch.list(command.workspaceId, command.listId);
  if (refusal || !list) throw refusal ?? new UnknownListError();
  const match = matchPerson(batch, command);
  const { before, after } = match;
  const membership = batch.membership(list.workspaceId, list.id, after.id);
  const outcome = outcomeOf(batch, command, list, membership, after);
  batch.keepPerson(after);
  for (const claim of match.keys) claim.holderId = after.id;
  if (!before || !isSamePerson(before, after)) writes.changePerson(before, after);
  return { ...record(batch, writes, { command, list, person: after, membership, outcome }), notices: match.notices };
}

function change(batch: Batch, writes: BatchWrites, command: ChangeCommand | RestoreCommand): CommandResult {
  const { workspaceId, listId, uid } = command;
  const list = batch.list(workspaceId, listId);
  if (!list) throw new UnknownListError();
  const person = batch.personByUid(workspaceId, uid);
  if (!person) throw new UnknownPersonError();
  const membership = batch.membership(workspaceId, listId, person.id);
  const outcome =
    command.kind === 'restore'
      ? restored(membership.status, command.to)
      : outcomeOf(batch, command, list, membership, person);
  return record(batch, writes, { command, list, person, membership, outcome });
}

function confirm(batch: Batch, writes: BatchWrites, command: ConfirmCommand): CommandResult {
  const confirmation = batch.confirmations.get(command.tokenHash);
  const { list, person } = namedBy(batch, confirmation);
  if (!confirmation?.isLive || !list || !person) throw new UnknownConfirmationError();
  // The link proves who reads the old address, not who reads the new one.
  if (keyValue(person, 'email') !== confirmation.address) throw new UnknownConfirmationError();
  const membership = batch.membership(list.workspaceId, list.id, person.id);
  const outcome = outcomeOf(batch, command, list, membership, person);
  batch.confirmations.set(command.tokenHash, { ...confirmation, isLive: false });
  writes.usedTokens.push(command.tokenHash);
  return record(batch, writes, { command, list, person, membership, outcome });
}

function namedBy(batch: Batch, confirmation: Confirmation | undefined) {
  if (!confirmation) return {};
  const { workspaceId, listId, personId } = confirmation;
  return { list: batch.list(workspaceId, listId), person: batch.person(workspaceId, personId) };
}

/** @throws what stands against it; afterwards nothing does */
function outcomeOf(
  batch: Batch,
  command: Exclude<Command, RestoreCommand>,
  list: List,
  membership: Membership,
  person: Person,
): MembershipOutcome {
  const { doubleOptin } = list;
  const outcome = changeMembership(command.kind, membership.status, {
    doubleOptin,
    everConfirmed: membership.everConfirmed,
  });
  if (!outcome) throw new UnknownConfirmationError();
  if (outcome.isJoin && list.archivedAt) throw new ListArchivedError();
  const refusal = outcome.sendConfirmation && refusalOfMail(batch, list.workspaceId, person.email);
  if (refusal) throw refusal;
  return outcome;
}

interface Decision {
  command: Command;
  list: List;
  person: Person;
  membership: Membership;
  outcome: MembershipOutcome;
}

function record(batch: Batch, writes: BatchWrites, decision: Decision): CommandResult {
  const { command, list, person, membership, outcome } = decision;
  const { workspaceId, id: personId } = person;
  const confirmed = command.kind === 'confirm';
  const answered = 'address' in command ? command.address : undefined;
  const isGone = outcome.next === 'none';
  const after = {
    ...membership,
    status: outcome.next,
    everConfirmed: !isGone && (confirmed || membership.everConfirmed),
  };
  batch.keepMembership(after);
  writes.changeMembership(membership, { ...after, confirmed });
  writes.deltas.push({ workspaceId, listId: list.id, delta: outcome.delta });
  if (outcome.evidence) {
    const address = answered ?? person.email ?? person.number;
    const { evidence } = command;
    writes.consents.push({ workspaceId, listId: list.id, personId, action: outcome.evidence, address, evidence });
  }
  if (command.kind === 'unsubscribe') writes.suppress(person, list.id, true, answered);
  // With the key alone nobody takes back that an address left the list.
  else if (endsOptOut(command, membership.status, outcome.next)) writes.suppress(person, list.id, false, answered);
  if (outcome.sendConfirmation) askToConfirm(batch, writes, list, person, command.evidence);
  return { uid: person.uid, subscribed: outcome.answer, before: membership.status, notices: [] };
}

function endsOptOut({ kind }: Command, from: Standing, next: Standing): boolean {
  if (from === next || kind === 'join_by_key') return false;
  return next === 'subscribed' || (kind === 'restore' && next === 'none');
}
