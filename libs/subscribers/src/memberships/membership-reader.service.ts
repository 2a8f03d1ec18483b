import { Inject, Injectable } from '@nestjs/common';
import { Lists, type ListName } from '@dundun/lists';
import { OutgoingMail } from '@dundun/messaging';
import {
  KEY_KINDS,
  keyValue,
  PeopleLocks,
  personKeyText,
  type ClaimedKey,
  type Person,
  type PersonKey,
  type UidName,
} from '@dundun/people';
import { CONFIG, type Config } from '@dundun/platform/config';
import { newId } from '@dundun/platform/database';
import {
  isEven,
  isJoin,
  isUserCommand,
  type Command,
  type ConfirmCommand,
  type JoinCommand,
  type UserCommand,
} from './commands.js';
import { refusalOfJoin } from './membership-rules.js';
import { MembershipSet } from './membership-set.js';
import { MembershipSetRepository, type MembershipName } from './membership-set.repository.js';
import { refusalOfUser } from './user-rules.js';

/**
 * Locks and reads the rows of a group commit, always in the same order: lists, keys, people, each sorted. So two processes do
 * not deadlock, and the lock on a person's row covers all rows that belong to the person.
 */
@Injectable()
export class MembershipReader {
  constructor(
    @Inject(MembershipSetRepository) private readonly rows: MembershipSetRepository,
    @Inject(PeopleLocks) private readonly locks: PeopleLocks,
    @Inject(Lists) private readonly lists: Lists,
    @Inject(OutgoingMail) private readonly mail: OutgoingMail,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async read(commands: Command[]): Promise<MembershipSet> {
    const set = new MembershipSet(`${this.config.PUBLIC_URL}/p`);
    const tokens = commands.flatMap((command) => (command.kind === 'confirm' ? [command.tokenHash] : []));
    set.confirmations = await this.rows.confirmations(tokens);
    set.lists = await this.lists.lockForChange(listsOf(set, commands));
    const optin = [...set.lists.values()].filter(({ doubleOptin }) => doubleOptin);
    await this.readSenders(set, [...optin, ...commands.filter(asksByItself)]);
    await this.locks.claimKeys(set, claimsOf(set, commands));
    await this.locks.lockPeople(set, [...set.confirmations.values()], commands.flatMap(uidsOf));
    // Read again: the transaction that held the person's row may have used the link.
    set.confirmations = await this.rows.confirmations(tokens);
    const names = membershipsOf(set, commands);
    for (const membership of await this.rows.memberships(names, isEven(commands))) set.keepMembership(membership);
    const accounts = accountsToEnd(set, commands).map(({ workspaceId, id }) => ({ workspaceId, personId: id }));
    await this.locks.readMembers(set, accounts);
    const pending = membershipsOf(set, commands.filter(mayAsk))
      .map(({ workspaceId, listId, personId }) => set.membership(workspaceId, listId, personId))
      .filter(({ status }) => status === 'pending');
    await this.readSenders(set, [...pending, ...commands.filter((command) => asksKnownPerson(set, command))]);
    return set;
  }

  /**
   * Like `read`, for user commands of one workspace of which several may name the same person: an earlier command can give a
   * uid or an address to another person, so everyone in the set may be meant by every command.
   */
  async readSequence(workspaceId: number, commands: UserCommand[]): Promise<MembershipSet> {
    const set = new MembershipSet(`${this.config.PUBLIC_URL}/p`);
    set.takesProposedIds = false;
    set.lists = await this.lists.lockForChange(commands.flatMap(listsNamedBy));
    // A command with accounts creates several people, which one reserved id cannot serve.
    if (commands.every(({ accounts }) => accounts.length === 0))
      for (const command of commands) set.reservedIds.set(command, newId());
    await this.locks.claimKeys(set, claimsOfSequence(set, commands));
    await this.locks.lockPeople(set, [], commands.flatMap(uidsOf));
    const people = set.allPeople;
    const listIds = [...set.lists.values()].map(({ id }) => id);
    const personIds = people.map(({ id }) => id);
    for (const membership of await this.rows.membershipsAmong(workspaceId, listIds, personIds))
      set.keepMembership(membership);
    if (commands.some(({ fields }) => fields.isAccount === false)) {
      const accounts = people.filter(({ isAccount }) => isAccount);
      await this.locks.readMembers(
        set,
        accounts.map(({ id }) => ({ workspaceId, personId: id })),
      );
    }
    return set;
  }

  private async readSenders(set: MembershipSet, asking: { workspaceId: number }[]): Promise<void> {
    for (const workspaceId of new Set(asking.map((row) => row.workspaceId))) {
      if (!set.senders.has(workspaceId)) set.senders.set(workspaceId, await this.mail.optinSender(workspaceId));
    }
  }
}

/** Under strict public keys, a call with an email and lists asks for a confirmation whatever the lists say. */
const asksByItself = (command: Command): command is UserCommand =>
  isUserCommand(command) && command.isStrict === true && command.joins.length > 0 && Boolean(command.fields.email);

/** Under strict public keys, so does a user call with lists for a person whose email is known. */
const asksKnownPerson = (set: MembershipSet, command: Command): command is UserCommand =>
  isUserCommand(command) &&
  command.isStrict === true &&
  command.joins.length > 0 &&
  peopleOf(set, command).some(({ email }) => email !== null);

/** Whether the command may send a confirmation: a join by number under strict public keys takes the same time for every number. */
const mayAsk = (command: Command) => !(isJoin(command) && command.isStrict === true);

const namesKeys = (command: Command): command is JoinCommand | UserCommand => isJoin(command) || isUserCommand(command);

const isRefused = (set: MembershipSet, command: JoinCommand | UserCommand): boolean =>
  (isJoin(command) ? refusalOfJoin(set, command) : refusalOfUser(set, command)) !== undefined;

const claimsOf = (set: MembershipSet, commands: Command[]): ClaimedKey[] =>
  commands
    .filter(namesKeys)
    .filter((command) => !isRefused(set, command))
    .flatMap((command) => claimsNamedBy(command));

/** The first command that names a key proposes its reserved id, so that the key row of a person it creates needs no second write. */
function claimsOfSequence(set: MembershipSet, commands: UserCommand[]): ClaimedKey[] {
  const claims = new Map<string, ClaimedKey>();
  for (const command of commands.filter((each) => !isRefused(set, each)))
    for (const claim of claimsNamedBy(command, set.reservedIds.get(command))) {
      const key = personKeyText(claim);
      if (!claims.has(key)) claims.set(key, claim);
    }
  return [...claims.values()];
}

function claimsNamedBy(command: JoinCommand | UserCommand, id = newId()): ClaimedKey[] {
  return keysNamedBy(command).map((key) => ({
    ...key,
    proposedId: id,
    storedId: id,
    candidates: new Set(),
    isShared: false,
  }));
}

/** Returns the addresses, numbers and devices that a command names. */
export function keysNamedBy(command: JoinCommand | UserCommand): PersonKey[] {
  const { workspaceId, fields } = command;
  const keys = KEY_KINDS.flatMap((kind): PersonKey[] => {
    const value = keyValue(fields, kind);
    return value === null ? [] : [{ workspaceId, kind, value }];
  });
  const token = isUserCommand(command) ? command.fields.device?.token : undefined;
  return token === undefined ? keys : [...keys, { workspaceId, kind: 'device', value: token }];
}

function uidsOf(command: Command): UidName[] {
  if ('uid' in command) return [command];
  if (isJoin(command)) return (command.handles ?? []).map((uid) => ({ workspaceId: command.workspaceId, uid }));
  if (!isUserCommand(command)) return [];
  const { workspaceId, named, accounts, leavesAccounts } = command;
  const uids = [named ?? [], accounts.map(({ uid }) => uid), leavesAccounts].flat();
  return uids.map((uid) => ({ workspaceId, uid }));
}

function listsOf(set: MembershipSet, commands: Command[]): ListName[] {
  return [
    ...commands.flatMap((command): ListName[] => {
      if (isUserCommand(command)) return listsNamedBy(command);
      return command.kind === 'confirm' ? [] : [command];
    }),
    ...set.confirmations.values(),
  ];
}

const listsNamedBy = ({ workspaceId, joins, leaves }: UserCommand): ListName[] =>
  [...joins, ...leaves].map((listId) => ({ workspaceId, listId }));

/** Returns every membership that the commands may concern. */
function membershipsOf(set: MembershipSet, commands: Command[]): MembershipName[] {
  return commands.flatMap((command): MembershipName[] => {
    if (command.kind === 'confirm') return [set.confirmations.get(command.tokenHash) ?? []].flat();
    const { workspaceId } = command;
    const listIds = isUserCommand(command) ? [...command.joins, ...command.leaves] : [command.listId];
    const people = peopleOf(set, command);
    return listIds.flatMap((listId) => people.map(({ id: personId }) => ({ workspaceId, listId, personId })));
  });
}

const accountsToEnd = (set: MembershipSet, commands: Command[]): Person[] =>
  commands
    .filter((command) => command.kind === 'user' && command.fields.isAccount === false)
    .flatMap((command) => peopleOf(set, command as UserCommand).filter(({ isAccount }) => isAccount));

/** Returns all people whom a command may concern. */
function peopleOf(set: MembershipSet, command: Exclude<Command, ConfirmCommand>): Person[] {
  const { workspaceId } = command;
  const uid = isUserCommand(command) ? command.named : 'uid' in command ? command.uid : null;
  const named = uid === null ? undefined : set.personByUid(workspaceId, uid);
  if (named) return [named];
  if (!namesKeys(command)) return [];
  // All holders: an earlier command of the commit may make the first one release the key.
  return KEY_KINDS.flatMap((kind) => set.holders(set.claim(workspaceId, kind, keyValue(command.fields, kind))));
}
