import { AsyncLocalStorage } from 'node:async_hooks';
import {
  DataSource,
  type EntityManager,
  type EntityTarget,
  type ObjectLiteral,
  type QueryRunner,
  type Repository,
} from 'typeorm';
import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';
import { translated } from './database-errors.js';

/** A statement of ours. With a name PostgreSQL prepares it once per connection. */
export interface Statement {
  name?: string;
  text: string;
}

interface Open {
  runner: QueryRunner;
  client: PoolClient;
  afterCommit: (() => void)[];
}

/**
 * The database as services see it. A transaction is ambient: whoever runs inside
 * `transaction()` joins it, and nobody passes a manager along.
 */
export class Database {
  private readonly open = new AsyncLocalStorage<Open>();

  /** @param named false behind PgBouncer in transaction mode, where named statements fail */
  constructor(
    private readonly source: DataSource,
    private readonly named: boolean,
  ) {}

  /** True inside `transaction()`. */
  get inTransaction(): boolean {
    return this.open.getStore() !== undefined;
  }

  /** TypeORM's manager: the one of the open transaction, else one that commits each statement. */
  get manager(): EntityManager {
    return this.open.getStore()?.runner.manager ?? this.source.manager;
  }

  repository<T extends ObjectLiteral>(entity: EntityTarget<T>): Repository<T> {
    return this.manager.getRepository(entity);
  }

  /** Rows of one statement, inside the open transaction if there is one. */
  async query<T extends QueryResultRow>(statement: Statement | string, values: unknown[] = []): Promise<T[]> {
    return (await this.run<T>(statement, values)).rows;
  }

  /** The number of rows that a statement changed. */
  async execute(statement: Statement | string, values: unknown[] = []): Promise<number> {
    return (await this.run(statement, values)).rowCount ?? 0;
  }

  /**
   * Runs the work in one transaction, or in the one already open.
   * @throws UnavailableError when PostgreSQL cannot be reached
   */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    if (this.open.getStore()) return work();
    const runner = this.source.createQueryRunner();
    const afterCommit: (() => void)[] = [];
    try {
      const client = (await runner.connect()) as PoolClient;
      await runner.startTransaction();
      const result = await this.open.run({ runner, client, afterCommit }, work);
      await runner.commitTransaction();
      afterCommit.forEach(runEffect);
      return result;
    } catch (error) {
      if (runner.isTransactionActive)
        await runner
          .rollbackTransaction()
          .catch((fault: Error) => destroy(runner, fault))
          .catch(() => undefined); // gone already; what matters is why the work failed
      throw translated(error);
    } finally {
      await runner.release().catch(() => undefined);
    }
  }

  /** Runs the effect once the open transaction has committed (at once when none is open): waking a worker, say. */
  afterCommit(effect: () => void): void {
    const open = this.open.getStore();
    if (open) open.afterCommit.push(effect);
    else effect();
  }

  /** Runs the work outside of any transaction that the caller may have open. */
  detached<T>(work: () => T): T {
    return this.open.exit(work);
  }

  private async run<T extends QueryResultRow>(
    statement: Statement | string,
    values: unknown[],
  ): Promise<QueryResult<T>> {
    const { name, text } = typeof statement === 'string' ? { name: undefined, text: statement } : statement;
    const target = this.open.getStore()?.client ?? this.pool;
    try {
      return await target.query<T>(this.named && name ? { name, text, values } : { text, values });
    } catch (error) {
      throw translated(error);
    }
  }

  private get pool(): Pool {
    return (this.source.driver as unknown as { master: Pool }).master;
  }
}

/** It is committed: an effect that fails must not tell the caller otherwise. */
function runEffect(effect: () => void): void {
  try {
    effect();
  } catch (error) {
    process.emitWarning(`an effect after a commit failed: ${String((error as Error).stack ?? error)}`);
  }
}

/**
 * Closes the connection instead of giving it back to the pool. Nobody knows whether its transaction is still open: the
 * next one on it would write into that, be acknowledged, and never be committed.
 */
const destroy = (runner: QueryRunner, fault: Error) =>
  (runner as unknown as { releasePostgresConnection(fault: Error): Promise<void> }).releasePostgresConnection(fault);
