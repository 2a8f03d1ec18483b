import { Inject, Injectable } from '@nestjs/common';
import { Refusal } from '@dundun/domain';
import { Database, GroupCommit, type IdempotencyClaim, type Replayed } from '@dundun/platform/database';
import type { Batch } from './batch.js';
import { BatchReader, keysNamedBy } from './batch.reader.js';
import { BatchWrites } from './batch-writes.js';
import { BatchWriter } from './batch.writer.js';
import {
  isUserCommand,
  type Command,
  type CommandResult,
  type ListCommand,
  type UserCommand,
  type UserResult,
} from './commands.js';
import { runListCommand } from './membership-rules.js';
import { personKeyText } from './person-keys.js';
import { answerUsers } from './user-answers.js';
import { runUserCommand } from './user-rules.js';

type Result = CommandResult | UserResult;

/** What a row costs beside its attributes. */
const ROW_BYTES = 500;

/**
 * All commands on people and memberships share commits. A batch is a handful of statements whatever its size: it locks and reads,
 * decides in memory, and writes what came of it.
 */
@Injectable()
export class MembershipCommit {
  private readonly commits: GroupCommit<Command, Result>;

  constructor(
    @Inject(Database) database: Database,
    @Inject(BatchReader) private readonly reader: BatchReader,
    @Inject(BatchWriter) private readonly writer: BatchWriter,
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

  private async flush(commands: Command[]): Promise<(Result | Error)[]> {
    const batch = await this.reader.read(commands);
    const writes = new BatchWrites();
    const results = commands.map((command) => run(batch, writes, command));
    await this.writer.write(batch, writes);
    await answerUsers(commands, results);
    // The last one: deliveries wait from there to the commit.
    await this.writer.writeSuppressions(writes);
    return results;
  }
}

/** Two commands that name a person in the same way wait for each other: the second has other rows to read. */
function conflictKeys(command: Command): string[] {
  if (command.kind === 'confirm') return [`token ${command.tokenHash}`];
  const { workspaceId } = command;
  if ('uid' in command) return [`uid ${workspaceId} ${command.uid}`];
  const keys = keysNamedBy(command).map(personKeyText);
  return isUserCommand(command) && command.named !== null ? [...keys, `uid ${workspaceId} ${command.named}`] : keys;
}

/** A refused command has changed nothing. */
function run(batch: Batch, writes: BatchWrites, command: Command): Result | Refusal {
  try {
    return isUserCommand(command) ? runUserCommand(batch, writes, command) : runListCommand(batch, writes, command);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
