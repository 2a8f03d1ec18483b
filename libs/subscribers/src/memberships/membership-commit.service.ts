import { Inject, Injectable } from '@nestjs/common';
import { Refusal } from '@dundun/domain';
import { Database, GroupCommit, type IdempotencyClaim, type Replayed } from '@dundun/platform/database';
import { ConfirmationRequests } from './confirmation-requests.service.js';
import type { MembershipSet } from './membership-set.js';
import { MembershipReader, keysNamedBy } from './membership-reader.service.js';
import { MembershipWrites } from './membership-writes.js';
import { MembershipWriter } from './membership-writes.repository.js';
import {
  isEven,
  isJoin,
  isUserCommand,
  type Command,
  type CommandResult,
  type ListCommand,
  type UserCommand,
  type UserResult,
} from './commands.js';
import { runListCommand } from './membership-rules.js';
import { FoldFirstError, personKeyText } from '@dundun/people';
import { answerUsers } from './user-answers.js';
import { runUserCommand } from './user-rules.js';

type Result = CommandResult | UserResult;

/** The estimated size of a row without its attributes. */
const ROW_BYTES = 500;

/**
 * All commands on people and memberships share group commits. A flush runs a handful of statements whatever its size: it locks
 * and reads, decides in memory, and writes the result.
 */
@Injectable()
export class MembershipCommit {
  private readonly commits: GroupCommit<Command, Result>;

  constructor(
    @Inject(Database) database: Database,
    @Inject(MembershipReader) private readonly reader: MembershipReader,
    @Inject(MembershipWriter) private readonly writer: MembershipWriter,
    @Inject(ConfirmationRequests) private readonly requests: ConfirmationRequests,
  ) {
    this.commits = new GroupCommit(database, {
      name: 'memberships',
      flush: (commands) => this.flush(commands),
      conflictKeys,
      answer: (result) => ({ body: 'body' in result ? result.body : { uid: result.uid }, notices: result.notices }),
      size: (command) => ROW_BYTES + ('fields' in command ? JSON.stringify(command).length : 0),
    });
  }

  /** @throws the refusals of the contract, UnavailableError */
  submit(command: ListCommand, claim?: IdempotencyClaim): Promise<CommandResult | Replayed> {
    return this.commits.submit(command, claim) as Promise<CommandResult | Replayed>;
  }

  /** @throws the refusals of the contract, UnavailableError */
  submitUser(command: UserCommand, claim?: IdempotencyClaim): Promise<UserResult | Replayed> {
    return this.commits.submit(command, claim) as Promise<UserResult | Replayed>;
  }

  /**
   * Applies user commands with the secret, of one workspace, in the open transaction; each sees what the earlier ones did.
   * @param turn is awaited before rows are locked that other sequences need too: counters, suppressions
   * @throws FoldFirstError
   */
  async applySequence(
    workspaceId: number,
    commands: UserCommand[],
    turn?: () => Promise<void>,
  ): Promise<(UserResult | Refusal)[]> {
    const set = await this.reader.readSequence(workspaceId, commands);
    const writes = new MembershipWrites();
    const results = commands.map((command) => {
      set.reservedId = set.reservedIds.get(command);
      const result = run(set, writes, command);
      if (result instanceof FoldFirstError) throw result;
      return result as UserResult | Refusal;
    });
    await this.writer.write(set, writes, turn);
    await this.writer.writeSuppressions(writes);
    return results;
  }

  /**
   * Applies commands on lists in the open transaction, no two about the same person.
   * @returns each result or refusal, and how many confirmations are mailed
   */
  async applyToLists(commands: ListCommand[]): Promise<{ results: (Result | Error)[]; mailed: number }> {
    const set = await this.reader.read(commands);
    const writes = new MembershipWrites();
    const results = commands.map((command) => run(set, writes, command));
    await this.requests.decide(set, writes);
    await this.writer.write(set, writes);
    await this.writer.writeSuppressions(writes);
    return { results, mailed: writes.mails.length };
  }

  private async flush(commands: Command[]): Promise<(Result | Error)[]> {
    const set = await this.reader.read(commands);
    const writes = new MembershipWrites();
    writes.isEven = isEven(commands);
    const results = commands.map((command) => run(set, writes, command));
    await this.requests.decide(set, writes);
    await this.writer.write(set, writes);
    await answerUsers(commands, results);
    // Last, because deliveries wait for these locks until the commit.
    await this.writer.writeSuppressions(writes);
    return results;
  }
}

/** Two commands with a common key run in different flushes, because the second reads what the first wrote. */
function conflictKeys(command: Command): string[] {
  if (command.kind === 'confirm') return [`token ${command.tokenHash}`];
  const { workspaceId } = command;
  if ('uid' in command) return [`uid ${workspaceId} ${command.uid}`];
  const keys = keysNamedBy(command).map(personKeyText);
  if (isJoin(command)) return [...keys, ...(command.handles ?? []).map((uid) => `uid ${workspaceId} ${uid}`)];
  return command.named !== null ? [...keys, `uid ${workspaceId} ${command.named}`] : keys;
}

/** Runs one command; a refused one changes nothing. */
function run(set: MembershipSet, writes: MembershipWrites, command: Command): Result | Refusal | FoldFirstError {
  try {
    return isUserCommand(command) ? runUserCommand(set, writes, command) : runListCommand(set, writes, command);
  } catch (error) {
    if (error instanceof Refusal || error instanceof FoldFirstError) return error;
    throw error;
  }
}
