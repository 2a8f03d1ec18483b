import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { MAILBOX_PROVIDERS } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import { Gauge, register } from 'prom-client';

interface MailboxRow extends Record<string, unknown> {
  mailbox: string;
  accounts: number;
  per_second: number;
}

const [ACCOUNTS, RATE] = ['dundun_mailbox_limited_accounts', 'dundun_mailbox_limit_per_second'];
/** Every well-known provider, so that one without a limit is 0, not absent; all other domains count together. */
const NAMES = [...MAILBOX_PROVIDERS, 'other'];
const LIMITS = `
  SELECT CASE WHEN mailbox IN (${MAILBOX_PROVIDERS.map((name) => `'${name}'`).join()}) THEN mailbox ELSE 'other' END AS mailbox,
    count(*)::int AS accounts, min(per_second)::float8 AS per_second
  FROM mailbox_limits WHERE changed_at > now() - interval '1 hour' GROUP BY 1`;

/** The metrics of mailbox providers that asked for less mail, read from the database. */
@Injectable()
export class MailboxMetrics implements OnModuleDestroy {
  constructor(@Inject(Database) database: Database) {
    // A scrape must succeed without the database.
    const rows = () => database.query<MailboxRow>(LIMITS).catch(() => []);
    new Gauge({
      name: ACCOUNTS,
      help: 'Accounts whose mail to a mailbox provider is limited, because it asked for less',
      labelNames: ['mailbox'],
      aggregator: 'first',
      async collect() {
        const found = new Map((await rows()).map((row) => [row.mailbox, row.accounts]));
        for (const mailbox of NAMES) this.set({ mailbox }, found.get(mailbox) ?? 0);
      },
    });
    new Gauge({
      name: RATE,
      help: 'The lowest rate to which mail of an account to a mailbox provider is limited, in calls a second',
      labelNames: ['mailbox'],
      aggregator: 'first',
      async collect() {
        this.reset();
        for (const { mailbox, per_second } of await rows()) this.set({ mailbox }, per_second);
      },
    });
  }

  /** Lets another application in the same process, as in tests, register the same names. */
  onModuleDestroy(): void {
    for (const name of [ACCOUNTS, RATE]) register.removeSingleMetric(name);
  }
}
