import {
  changeConsents,
  channelStates,
  CONSENT_CHANNELS,
  changeWaiting,
  InvalidInputError,
  joinedChannels,
  ListArchivedError,
  OptinNeedsEmailError,
  OptinNeedsSenderError,
  Refusal,
  UnknownConfirmationError,
  UnknownListError,
  UnknownPersonError,
  allowedChannels,
  restoredChannels,
  revertOptOut,
  storedConsents,
  type ChannelStates,
  type ConsentChannel,
  type ConsentOutcome,
  type JoinWords,
  type MembershipCommand,
  type MembershipState,
} from '@dundun/domain';
import type { List } from '@dundun/lists';
import type { MembershipSet, Confirmation, Membership } from './membership-set.js';
import type { MembershipWrites } from './membership-writes.js';
import type {
  ChangeCommand,
  CommandResult,
  ConfirmCommand,
  JoinCommand,
  ListCommand,
  RestoreCommand,
  UserCommand,
} from './commands.js';
import type { Evidence } from '../consents/evidence.js';
import { confirmationRequest } from './confirmation-requests.js';
import { keepAlias, keepChange, keyValue, matchPerson, type Person } from '@dundun/people';

/** Runs a list command. @throws a Refusal and changes nothing */
export function runListCommand(set: MembershipSet, writes: MembershipWrites, command: ListCommand): CommandResult {
  if (command.kind === 'confirm') return confirm(set, writes, command);
  return 'uid' in command ? change(set, writes, command) : join(set, writes, command);
}

/** Checks a join against the list alone, before any person is looked up. */
export function refusalOfJoin(set: MembershipSet, { workspaceId, listId, fields }: JoinCommand): Refusal | undefined {
  const list = set.list(workspaceId, listId);
  if (!list) return new UnknownListError();
  if (list.archivedAt) return new ListArchivedError();
  return list.doubleOptin ? refusalOfMail(set, workspaceId, fields.email ?? null) : undefined;
}

export function refusalOfMail(set: MembershipSet, workspaceId: number, email: string | null): Refusal | undefined {
  if (email === null) return new OptinNeedsEmailError();
  return set.senders.get(workspaceId) ? undefined : new OptinNeedsSenderError();
}

function join(set: MembershipSet, writes: MembershipWrites, command: JoinCommand): CommandResult {
  const refusal = refusalOfJoin(set, command);
  const list = set.list(command.workspaceId, command.listId);
  if (refusal || !list) throw refusal ?? new UnknownListError();
  const { kind, evidence } = command;
  const { before, after, notices, handle } = matchPerson(set, { ...command, byKey: kind === 'join_by_key' });
  const membership = set.membership(list.workspaceId, list.id, after.id);
  // A confirmation is not mailed after a join by number: its time would tell that the number is known.
  const outcome = command.isStrict
    ? { ...outcomeByKey(set, command, list, membership, after), sendConfirmation: false }
    : outcomeOf(set, kind, list, membership, after, command);
  keepChange(set, writes, before, after, kind === 'join_by_key' ? command : undefined);
  if (handle !== undefined) keepAlias(set, writes, after, handle);
  const result = record(set, writes, { kind, evidence, list, person: after, membership, outcome });
  return { ...result, uid: handle ?? after.uid, notices: [...(command.notices ?? []), ...notices] };
}

function change(set: MembershipSet, writes: MembershipWrites, command: ChangeCommand | RestoreCommand): CommandResult {
  const { workspaceId, listId, uid } = command;
  const list = set.list(workspaceId, listId);
  if (!list) throw new UnknownListError();
  const person = set.personByUid(workspaceId, uid);
  if (!person) throw new UnknownPersonError();
  const membership = set.membership(workspaceId, listId, person.id);
  const { kind, evidence, address, channels } = command;
  const outcome =
    command.kind === 'restore'
      ? revertOptOut(statesOf(membership, person), command.channels, command.to)
      : outcomeOf(set, command.kind, list, membership, person, { channels });
  return record(set, writes, { kind, evidence, channels, answered: address, list, person, membership, outcome });
}

function confirm(set: MembershipSet, writes: MembershipWrites, command: ConfirmCommand): CommandResult {
  const confirmation = set.confirmations.get(command.tokenHash);
  const { list, person } = namedBy(set, confirmation);
  if (!confirmation?.isLive || !list || !person) throw new UnknownConfirmationError();
  // The link proves access to the old address, not to the new one.
  if (keyValue(person, 'email') !== confirmation.address) throw new UnknownConfirmationError();
  const membership = set.membership(list.workspaceId, list.id, person.id);
  const { kind, evidence } = command;
  const outcome = outcomeOf(set, kind, list, membership, person);
  set.confirmations.set(command.tokenHash, { ...confirmation, isLive: false });
  const { workspaceId, listId, personId, request } = confirmation;
  // The request was not worth a row by itself: only the mailbox has shown who made it.
  for (const { channels } of request ? outcome.steps : [])
    writes.consents.push({
      ...request!,
      workspaceId,
      listId,
      personId,
      channels,
      action: 'requested',
      address: person.email,
    });
  writes.usedTokens.push(command.tokenHash);
  return record(set, writes, { kind, evidence, list, person, membership, outcome });
}

function namedBy(set: MembershipSet, confirmation: Confirmation | undefined) {
  if (!confirmation) return {};
  const { workspaceId, listId, personId } = confirmation;
  return { list: set.list(workspaceId, listId), person: set.person(workspaceId, personId) };
}

/** What a command says about channels. */
type Words = JoinWords | { fields: JoinWords; channels?: readonly ConsentChannel[] };

/** Returns the state of the membership on each channel. */
const statesOf = ({ status, consents }: Membership, person: Person): ChannelStates =>
  channelStates(status, consents, person);

/** Decides the outcome of a command. @param said in the command @throws the Refusal of a command that is not possible */
export function outcomeOf(
  set: MembershipSet,
  kind: MembershipCommand,
  list: List,
  membership: Membership,
  person: Person,
  said: Words = {},
): ConsentOutcome {
  const context = { doubleOptin: list.doubleOptin, everConfirmed: membership.everConfirmed };
  const states = statesOf(membership, person);
  const outcome =
    kind === 'confirm' || kind === 'ask'
      ? changeWaiting(kind, states, context)
      : changeConsents(kind, states, channelsOf(kind, states, person, said), context);
  if (!outcome) throw new UnknownConfirmationError();
  if (outcome.isJoin && list.archivedAt) throw new ListArchivedError();
  const refusal = outcome.sendConfirmation && refusalOfMail(set, list.workspaceId, person.email);
  if (refusal) throw refusal;
  return outcome;
}

/** Returns the channels that a command is about. @throws InvalidInputError if it names a channel without an address */
function channelsOf(
  kind: MembershipCommand,
  states: ChannelStates,
  person: Person,
  said: Words,
): readonly ConsentChannel[] {
  if (kind === 'remove') return CONSENT_CHANNELS;
  if (kind === 'unsubscribe') return said.channels ?? CONSENT_CHANNELS;
  const isStated = kind === 'join' || kind === 'resubscribe';
  const missing = isStated && said.channels?.find((channel) => !allowedChannels(person).includes(channel));
  if (missing)
    throw new InvalidInputError([
      { field: 'channels', message: `names ${missing}, for which the user has no address` },
    ]);
  if (kind === 'resubscribe') return said.channels ?? restoredChannels(states, person);
  return joinedChannels('fields' in said ? { ...said.fields, channels: said.channels } : said, states, person);
}

/**
 * Decides the outcome of a join with the key alone. Under strict public keys it is pending whatever the list says, unless it
 * is by number alone, and leaves no consent behind. A person who cannot be asked for a confirmation is not asked: a refusal
 * would reveal what is known.
 */
export function outcomeByKey(
  set: MembershipSet,
  { isStrict = false, fields, channels }: Pick<JoinCommand | UserCommand, 'isStrict' | 'fields' | 'channels'>,
  list: List,
  membership: Membership,
  person: Person,
): ConsentOutcome {
  const isByNumber = person.number !== null && person.email === null && (fields.email ?? null) === null;
  const doubleOptin = list.doubleOptin || (isStrict && !isByNumber);
  const { everConfirmed, status } = membership;
  const states = statesOf(membership, person);
  // Under strict keys, the answer to a number must not depend on who has it: a member stays as they are.
  const said = isStrict && status !== 'none' ? {} : { ...fields, channels };
  const named = joinedChannels(said, states, person);
  const outcome = changeConsents('join_by_key', states, named, { doubleOptin, everConfirmed });
  if (!outcome) throw new Error('a join with the key alone is possible in every state');
  const cannotAsk = refusalOfMail(set, list.workspaceId, person.email);
  return {
    ...outcome,
    sendConfirmation: outcome.sendConfirmation && !cannotAsk,
    steps: isStrict && outcome.next === 'pending' ? [] : outcome.steps,
  };
}

/** A decided change of one membership. */
export interface Decision {
  kind: MembershipCommand | 'restore';
  evidence: Evidence;
  /** The channels that the command names. */
  channels?: readonly ConsentChannel[];
  /** The address of the mail that the person answered. */
  answered?: string;
  list: List;
  person: Person;
  membership: Membership;
  outcome: ConsentOutcome;
  /** Whether a request for a confirmation enters the ledger only with the confirmation. */
  isUnproven?: boolean;
}

export function record(set: MembershipSet, writes: MembershipWrites, decision: Decision): CommandResult {
  const { kind, evidence, channels, answered, list, person, membership, outcome, isUnproven = false } = decision;
  const { workspaceId, id: personId } = person;
  const before = statesOf(membership, person);
  const changed = CONSENT_CHANNELS.filter((channel) => outcome.states[channel] !== before[channel]);
  const confirmed = kind === 'confirm';
  const isGone = outcome.next === 'none';
  const after = {
    ...membership,
    status: outcome.next,
    consents: changed.length > 0 ? storedConsents(outcome.states, person) : membership.consents,
    everConfirmed: !isGone && (confirmed || membership.everConfirmed),
  };
  set.keepMembership(after);
  writes.changeMembership(membership, { ...after, confirmed });
  writes.deltas.push({ workspaceId, listId: list.id, delta: outcome.delta });
  for (const { step, channels: about } of outcome.steps) {
    const address = (about.includes('email') && (answered ?? person.email)) || person.number || person.email;
    writes.consents.push({
      ...{ workspaceId, listId: list.id, personId, action: step, channels: about, address, evidence },
    });
  }
  if (kind === 'unsubscribe') writes.suppress(person, list.id, channels ?? CONSENT_CHANNELS, true, answered);
  else {
    const back = changed.filter((channel) => endsOptOut(kind, list, outcome.states[channel]));
    writes.suppress(person, list.id, back, false, answered);
  }
  if (outcome.sendConfirmation) writes.asked.push(confirmationRequest({ list, person, evidence }, isUnproven));
  const only = channels?.length === 1 ? channels[0] : undefined;
  return { uid: person.uid, subscribed: outcome.answer, before: only ? before[only] : membership.status, notices: [] };
}

/** A file may be older than an opt-out, which outlives an erased person. */
const KEEPS_OPT_OUTS: readonly Decision['kind'][] = ['join_by_key', 'import', 'import_confirmed'];

/**
 * Whether the change of a channel lifts the suppression of its address. A call with the key alone and an import never do. On a
 * double opt-in list a caller who vouches cannot speak for a person who left.
 */
function endsOptOut(kind: Decision['kind'], { doubleOptin }: List, next: MembershipState): boolean {
  if (KEEPS_OPT_OUTS.includes(kind) || (kind === 'vouch' && doubleOptin)) return false;
  return next === 'subscribed' || (kind === 'restore' && next === 'none');
}
