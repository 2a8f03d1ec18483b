import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { UnknownDomainError } from '@dundun/domain';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { Database } from '@dundun/platform/database';
import { DomainChecks } from './domain-checks.js';

const EVERY_MS = 60_000;
/** Workers that are started together do not begin together. */
const FIRST_WITHIN_MS = 10_000;
const AT_ONCE = 10;

/** Checks the domains whose time has come. Every worker does it; a claim keeps a domain from being checked twice. */
@Injectable()
export class DomainCheckTimer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private timers: NodeJS.Timeout[] = [];
  private running: Promise<void> = Promise.resolve();

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(DomainChecks) private readonly checks: DomainChecks,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const turn = () => {
      this.running = this.running.then(() => this.run());
    };
    this.timers = [setTimeout(turn, Math.random() * FIRST_WITHIN_MS), setInterval(turn, EVERY_MS)];
    for (const timer of this.timers) timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.timers.forEach(clearTimeout);
    this.stop.abort();
    await this.running;
  }

  /** Until none is due. */
  async run(): Promise<void> {
    try {
      for (let claimed = AT_ONCE; claimed === AT_ONCE && !this.stop.signal.aborted;) {
        const due = await this.database.query<DueRow>(CLAIM, [AT_ONCE]);
        await Promise.all(due.map((row) => this.check(row)));
        claimed = due.length;
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'no domains could be looked for; the next turn follows');
    }
  }

  private async check({ workspace_id: workspaceId, id }: DueRow): Promise<void> {
    try {
      await this.checks.check(workspaceId, id, this.stop.signal);
    } catch (error) {
      if (error instanceof UnknownDomainError) return;
      const ids = { workspace_id: workspaceId, domain_id: id };
      this.logger.warn({ err: error, ...ids }, 'a domain was not checked; it is due again soon');
    }
  }
}

interface DueRow extends Record<string, unknown> {
  workspace_id: number;
  id: string;
}

/** The claim ends by itself when its worker does; a check that ends well sets the time itself. */
const CLAIM = {
  name: 'claim-due-domains',
  text: `
    WITH due AS MATERIALIZED (
      SELECT workspace_id, id FROM sending_domains WHERE next_check_at <= now()
      ORDER BY next_check_at LIMIT $1 FOR UPDATE SKIP LOCKED
    )
    UPDATE sending_domains d SET next_check_at = now() + interval '10 minutes'
    FROM due WHERE d.workspace_id = due.workspace_id AND d.id = due.id
    RETURNING d.workspace_id, d.id`,
};
