import { Inject, Injectable } from '@nestjs/common';
import { Database, GroupCommit, type IdempotencyClaim, type Replayed } from '@dundun/platform/database';
import { BatchReader } from './batch.reader.js';
import { BatchWrites } from './batch-writes.js';
import { BatchWriter } from './batch.writer.js';
import type { Command, CommandResult } from './commands.js';
import { runCommand } from './membership-rules.js';
import { keyValue, KEY_KINDS } from './person-keys.js';

/** What a row costs beside its attributes. */
const ROW_BYTES = 500;

/**
 * All commands on memberships share commits. A batch is a handful of statements whatever its size: it locks and reads,
 * decides in memory, and writes what came of it.
 */
@Injectable()
export class MembershipCommit {
  private readonly commits: GroupCommit<Command, CommandResult>;

  constructor(
    @Inject(Database) database: Database,
    @Inject(BatchReader) private readonly reader: BatchReader,
    @Inject(BatchWriter) private readonly writer: BatchWriter,
  ) {
    this.commits = new GroupCommit(database, {
      name: 'memberships',
      flush: (commands) => this.flush(commands),
      conflictKeys,
      answer: ({ uid, notices }) => ({ body: { uid }, notices }),
      size: (command) => ROW_BYTES + ('fields' in command ? JSON.stringify(command.fields).length : 0),
    });
  }

  /** @throws the refusals of the contract, UnavailableError */
  submit(command: Command, claim?: IdempotencyClaim): Promise<CommandResult | Replayed> {
    return this.commits.submit(command, claim);
  }

  private async flush(commands: Command[]): Promise<(CommandResult | Error)[]> {
    const batch = await this.reader.read(commands);
    const writes = new BatchWrites();
    const results = commands.map((command) => runCommand(batch, writes, command));
    await this.writer.write(batch, writes);
    return results;
  }
}

/** Two commands that name a person in the same way wait for each other: the second has other rows to read. */
function conflictKeys(command: Command): string[] {
  if (command.kind === 'confirm') return [`token ${command.tokenHash}`];
  const { workspaceId } = command;
  if ('uid' in command) return [`uid ${workspaceId} ${command.uid}`];
  return KEY_KINDS.flatMap((kind) => {
    const value = keyValue(command.fields, kind);
    return value === null ? [] : [`${kind} ${workspaceId} ${value}`];
  });
}
