import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import type { DmarcReport } from '@dundun/providers';

/** A sending domain of a workspace. */
export interface DomainKey {
  workspaceId: number;
  domainId: string;
}

/** What one source sent in the name of the domain, as receivers reported it. */
export interface SourceRow extends Record<string, unknown> {
  source: string;
  messages: number;
  aligned: number;
  dkim_aligned: number;
  spf_aligned: number;
  quarantined: number;
  rejected: number;
  orgs: string[];
  header_from: string[];
  first_day: string;
  last_day: string;
}

/** A day of mail in the name of the domain. */
export interface DayRow extends Record<string, unknown> {
  day: string;
  messages: number;
  aligned: number;
}

/** A receiver that sent reports, as it calls itself. */
export interface ReporterRow extends Record<string, unknown> {
  org: string;
  senders: string[];
  reports: number;
  last_received_at: Date;
}

/** Anybody can mail reports, so a domain takes only so many. */
const MOST_REPORTS_A_DAY = 500;
const MOST_ROWS = 100_000;
const MOST_SOURCES = 100;

/** Stores DMARC reports once each and adds up what they say. */
@Injectable()
export class DmarcReportRepository {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns the name of a domain; null if the workspace has no such domain. */
  async domainOf({ workspaceId, domainId }: DomainKey): Promise<string | null> {
    const [row] = await this.database.query<{ domain: string }>(DOMAIN, [workspaceId, domainId]);
    return row?.domain ?? null;
  }

  /** @returns `full` if the domain takes no more reports for now; nothing was stored then */
  async store(key: DomainKey, report: DmarcReport, sender: string): Promise<'stored' | 'repeated' | 'full'> {
    const values = [key.workspaceId, key.domainId];
    const day = new Date((report.begin.getTime() + report.end.getTime()) / 2).toISOString().slice(0, 10);
    return this.database.transaction(async () => {
      const [room] = await this.database.query<{ reports: number; rows: number }>(ROOM, values);
      if ((room?.reports ?? 0) >= MOST_REPORTS_A_DAY) return 'full';
      const isFull = (room?.rows ?? 0) >= MOST_ROWS;
      const given = [...values, report.org, report.reportId, sender, day, report.isCut || isFull];
      const inserted = await this.database.execute(REPORT, given);
      if (inserted === 0) return 'repeated';
      if (!isFull) await this.database.execute(SOURCES, [...values, report.org, day, JSON.stringify(report.rows)]);
      return 'stored';
    });
  }

  /** The sources with the most messages first. */
  sources({ workspaceId, domainId }: DomainKey, days: number): Promise<SourceRow[]> {
    return this.database.query<SourceRow>(BY_SOURCE, [workspaceId, domainId, days, MOST_SOURCES]);
  }

  days({ workspaceId, domainId }: DomainKey, days: number): Promise<DayRow[]> {
    return this.database.query<DayRow>(BY_DAY, [workspaceId, domainId, days]);
  }

  reporters({ workspaceId, domainId }: DomainKey, days: number): Promise<ReporterRow[]> {
    return this.database.query<ReporterRow>(REPORTERS, [workspaceId, domainId, days, MOST_SOURCES]);
  }
}

const DOMAIN = 'SELECT domain FROM sending_domains WHERE workspace_id = $1 AND id = $2';

const ROOM = `
  SELECT
    (SELECT count(*)::int FROM dmarc_reports WHERE workspace_id = $1 AND domain_id = $2 AND received_at > now() - interval '1 day') AS reports,
    (SELECT count(*)::int FROM (SELECT FROM dmarc_sources WHERE workspace_id = $1 AND domain_id = $2 LIMIT ${MOST_ROWS}) AS kept) AS rows`;

const REPORT = `
  INSERT INTO dmarc_reports (workspace_id, domain_id, org, report_id, sender, day, is_cut) VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT DO NOTHING`;

/** Grouped again, because one address can be written in several ways. */
const SOURCES = `
  INSERT INTO dmarc_sources AS s (workspace_id, domain_id, day, org, source, header_from, disposition, dkim, spf, messages)
  SELECT $1, $2, $4::date, $3, source, "headerFrom", disposition, dkim, spf, sum(messages)
  FROM jsonb_to_recordset($5::jsonb) AS given(source inet, "headerFrom" text, disposition text, dkim boolean, spf boolean, messages bigint)
  GROUP BY source, "headerFrom", disposition, dkim, spf ORDER BY source, "headerFrom", disposition, dkim, spf
  ON CONFLICT (workspace_id, domain_id, day, org, source, header_from, disposition, dkim, spf)
  DO UPDATE SET messages = s.messages + excluded.messages`;

const OF_DAYS = "workspace_id = $1 AND domain_id = $2 AND day > (now() AT TIME ZONE 'utc')::date - $3::int";

const BY_SOURCE = `
  SELECT host(source) AS source, sum(messages)::float8 AS messages, coalesce(sum(messages) FILTER (WHERE dkim OR spf), 0)::float8 AS aligned,
    coalesce(sum(messages) FILTER (WHERE dkim), 0)::float8 AS dkim_aligned, coalesce(sum(messages) FILTER (WHERE spf), 0)::float8 AS spf_aligned,
    coalesce(sum(messages) FILTER (WHERE disposition = 'quarantine'), 0)::float8 AS quarantined,
    coalesce(sum(messages) FILTER (WHERE disposition = 'reject'), 0)::float8 AS rejected,
    (array_agg(DISTINCT org))[:5] AS orgs, (array_agg(DISTINCT header_from) FILTER (WHERE header_from <> ''))[:5] AS header_from,
    min(day)::text AS first_day, max(day)::text AS last_day
  FROM dmarc_sources WHERE ${OF_DAYS} GROUP BY source ORDER BY sum(messages) DESC, source LIMIT $4`;

const BY_DAY = `
  SELECT day::text, sum(messages)::float8 AS messages, coalesce(sum(messages) FILTER (WHERE dkim OR spf), 0)::float8 AS aligned
  FROM dmarc_sources WHERE ${OF_DAYS} GROUP BY day ORDER BY day`;

const REPORTERS = `
  SELECT org, (array_agg(DISTINCT sender) FILTER (WHERE sender <> ''))[:5] AS senders, count(*)::int AS reports, max(received_at) AS last_received_at
  FROM dmarc_reports WHERE ${OF_DAYS} GROUP BY org ORDER BY count(*) DESC, org LIMIT $4`;
