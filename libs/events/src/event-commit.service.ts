import { Inject, Injectable } from '@nestjs/common';
import { UnavailableError, type Properties, type Scalar } from '@dundun/domain';
import {
  Database,
  GroupCommit,
  isLockTimeout,
  keyMembers,
  newId,
  sqlState,
  type IdempotencyClaim,
  type Replayed,
  type Statement,
  type StoredAnswer,
} from '@dundun/platform/database';
import { EventPartitions } from './event-partitions.repository.js';
import { INSERT_EVENTS, INSERT_EVENTS_KEYED, INSERT_EVENTS_ONCE } from './event-commit.statements.js';

/** An event that has passed every check. */
export interface NewEvent {
  workspaceId: number;
  personId: string;
  name: string;
  value?: Scalar;
  properties?: Properties;
  occurredAt?: Date;
  /** Deduplicates the event: the same key is stored once within seven days. Begins with the kind of sender. */
  onceKey?: string;
}

/** An event as the JSON text of its row, serialized once, so that a flush only joins texts and their size is known. */
interface KeyedRow {
  json: string;
  key: string;
}

const STORED: StoredAnswer = { body: Object.freeze({ status: 'ok' }) };
const NO_PARTITION = '23514';

/** Carries the SQLSTATE of a serialization failure, so that the group commit runs again. */
class PartitionWasMissingError extends Error {
  readonly code = '40001';
}

/**
 * Stores events, many to a commit. Events with a key flush apart from the rest: a flush waits for a key that another process
 * is storing, and other events must not wait with it.
 */
@Injectable()
export class EventCommit {
  private readonly plain: GroupCommit<string, StoredAnswer>;
  private readonly keyed: GroupCommit<KeyedRow, StoredAnswer>;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(EventPartitions) private readonly partitions: EventPartitions,
  ) {
    const answer = (stored: StoredAnswer) => stored;
    this.plain = new GroupCommit(database, {
      name: 'events',
      singleStatement: true,
      flush: (rows) => this.write(INSERT_EVENTS, rows, []),
      flushOnce: (rows, wait) => this.writeKeyed(rows, wait),
      size: (row) => row.length,
      answer,
    });
    this.keyed = new GroupCommit(database, {
      name: 'events-once',
      singleStatement: true,
      flush: (rows) =>
        this.write(
          INSERT_EVENTS_ONCE,
          rows.map(({ json }) => json),
          [patience(rows.length)],
        ),
      conflictKeys: ({ key }) => [key],
      size: ({ json }) => json.length,
      answer,
    });
  }

  /** @throws UnavailableError when too much is waiting, PostgreSQL is unreachable, or another process holds the key */
  submit(event: NewEvent, claim?: IdempotencyClaim): Promise<StoredAnswer | Replayed> {
    const { workspaceId, onceKey } = event;
    const json = rowOf(event);
    if (onceKey === undefined) return this.plain.submit(json, claim);
    return this.keyed.submit({ json, key: `${workspaceId} ${onceKey}` }, claim).catch((error: unknown) => {
      throw isLockTimeout(error) ? new UnavailableError() : error;
    });
  }

  /** Stores events in the open transaction, in order. @throws an error that asks for another try of the transaction */
  async add(events: NewEvent[]): Promise<void> {
    const plain: string[] = [];
    const keyed = new Map<string, string>();
    for (const event of events) {
      const { workspaceId, onceKey } = event;
      if (onceKey === undefined) plain.push(rowOf(event));
      else if (!keyed.has(`${workspaceId} ${onceKey}`)) keyed.set(`${workspaceId} ${onceKey}`, rowOf(event));
    }
    if (plain.length > 0) await this.write(INSERT_EVENTS, plain, []);
    if (keyed.size > 0) await this.write(INSERT_EVENTS_ONCE, [...keyed.values()], [patience(keyed.size)]);
  }

  private async write(statement: Statement, rows: string[], more: unknown[]): Promise<StoredAnswer[]> {
    await this.run(statement, rows, more);
    return rows.map(() => STORED);
  }

  private async writeKeyed(rows: KeyedInput[], wait: string): Promise<(StoredAnswer | undefined)[]> {
    const texts = rows.map(({ input, claim }) => `${input.slice(0, -1)},${keyMembers(claim, STORED)}}`);
    const others = new Set((await this.run<{ id: string }>(INSERT_EVENTS_KEYED, texts, [wait])).map(({ id }) => id));
    return rows.map(({ input }) => (others.has(idOf(input)) ? undefined : STORED));
  }

  private async run<T extends Record<string, unknown>>(statement: Statement, rows: string[], more: unknown[]) {
    try {
      return await this.database.query<T>(statement, [`[${rows.join(',')}]`, ...more]);
    } catch (error) {
      if (sqlState(error) !== NO_PARTITION) throw error;
      await this.database.detached(() => this.partitions.ensure());
      throw new PartitionWasMissingError('the month of these events had no partition', { cause: error });
    }
  }
}

interface KeyedInput {
  input: string;
  claim: IdempotencyClaim;
}

const ID = /"id":"([^"]+)"/;
const idOf = (row: string) => ID.exec(row)?.[1] ?? '';

/** A flush gives up early on a locked key and is halved; an event alone waits longer. */
const patience = (rows: number) => (rows > 1 ? '50ms' : '2s');

function rowOf({ workspaceId, personId, name, value, properties, occurredAt, onceKey }: NewEvent): string {
  return JSON.stringify({
    workspace_id: workspaceId,
    id: newId(),
    person_id: personId,
    name,
    value,
    properties,
    occurred_at: occurredAt,
    key: onceKey,
  });
}
