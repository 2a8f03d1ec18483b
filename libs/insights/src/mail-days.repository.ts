import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { noFigures, REPORT_FIGURES, type ReportFigures } from './group-report.repository.js';

/** The mail of one domain to one mailbox provider. */
export interface DomainMail extends ReportFigures {
  domain: string;
  mailbox: string;
}

interface CountRow extends Record<string, unknown> {
  domain: string;
  mailbox: string;
  what: keyof ReportFigures;
  count: number;
}

/** $2: days back, today included. */
const OF_DAYS = `
  SELECT domain, mailbox, what, sum(count)::float8 AS count FROM mail_days
  WHERE workspace_id = $1
    AND day > (now() AT TIME ZONE (SELECT time_zone FROM workspaces WHERE id = $1))::date - $2::int
  GROUP BY domain, mailbox, what`;

/** Reads what became of mail, by the day of its hand-over. */
@Injectable()
export class MailDays {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns the mail of the last days by domain of the sender and by mailbox provider, the most mail first. */
  async last(workspaceId: number, days: number): Promise<DomainMail[]> {
    const byKey = new Map<string, DomainMail>();
    for (const { domain, mailbox, what, count } of await this.database.query<CountRow>(OF_DAYS, [workspaceId, days])) {
      const key = `${domain} ${mailbox}`;
      const mail = byKey.get(key) ?? { domain, mailbox, ...noFigures() };
      if (what in mail) mail[what] = count;
      byKey.set(key, mail);
    }
    return [...byKey.values()]
      .filter((mail) => REPORT_FIGURES.some((figure) => mail[figure] !== 0))
      .sort((one, other) => other.sent - one.sent || one.domain.localeCompare(other.domain));
  }
}
