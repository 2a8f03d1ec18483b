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

/** A SQL statement. PostgreSQL prepares a named one once per connection. */
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
 * The database for services and repositories. Transactions are ambient: code inside `transaction()` joins it without passing a
 * manager along.
 */
export class Database {
  private readonly open = new AsyncLocalStorage<Open>();

  /** @param named false behind PgBouncer in transaction mode, which does not support named statements */
  constructor(
    private readonly source: DataSource,
    private readonly named: boolean,
  ) {}

  /** True inside `transaction()`. */
  get inTransaction(): boolean {
    return this.open.getStore() !== undefined;
  }

  /** TypeORM's manager of the open transaction, or one that commits each statement. */
  get manager(): EntityManager {
    return this.open.getStore()?.runner.manager ?? this.source.manager;
  }

  repository<T extends ObjectLiteral>(entity: EntityTarget<T>): Repository<T> {
    return this.manager.getRepository(entity);
  }

  /** Returns the rows of a statement. Joins the open transaction. */
  async query<T extends QueryResultRow>(statement: Statement | string, values: unknown[] = []): Promise<T[]> {
    return (await this.run<T>(statement, values)).rows;
  }

  /** Returns the number of rows that a statement changed. Joins the open transaction. */
  async execute(statement: Statement | string, values: unknown[] = []): Promise<number> {
    return (await this.run(statement, values)).rowCount ?? 0;
  }

  /**
   * Runs the work in the open transaction, or in a new one.
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
          .catch(() => undefined); // the connection is already gone; the error of the work matters
      throw translated(error);
    } finally {
      await runner.release().catch(() => undefined);
    }
  }

  /** Runs an effect, such as waking a worker, after the open transaction commits; immediately when none is open. */
  afterCommit(effect: () => void): void {
    const open = this.open.getStore();
    if (open) open.afterCommit.push(effect);
    else effect();
  }

  /** Runs the work outside the caller's transaction. */
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

/** The transaction is committed, so a failing effect must not fail the caller. */
function runEffect(effect: () => void): void {
  try {
    effect();
  } catch (error) {
    process.emitWarning(`an effect after a commit failed: ${String((error as Error).stack ?? error)}`);
  }
}

/**
 * Closes the connection instead of returning it to the pool. Its transaction may still be open; the next writes on the
 * connection would join it, be acknowledged, and never be committed.
 */
const destroy = (runner: QueryRunner, fault: Error) =>
  (runner as unknown as { releasePostgresConnection(fault: Error): Promise<void> }).releasePostgresConnection(fault);
