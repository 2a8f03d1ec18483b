import { Inject, Injectable } from '@nestjs/common';
import { dailyRecipients, DailyLimitError, secondsToNextUtcDay, UnknownListError } from '@dundun/domain';
import { Database, GroupCommit, Replayed, type IdempotencyClaim } from '@dundun/platform/database';
import { Jobs } from '@dundun/platform/jobs';
import type { NewMessage } from '../message/message.js';
import { MessageRepository } from '../message/message.repository.js';
import { wakeLane } from '../message/messaging.jobs.js';

export interface AcceptedMessage {
  id: string;
  /** What the caller probably did not intend, for the header Dundun-Notice. */
  notices?: string[];
}

/** A message to be stored, and whether it counts against the daily limit of the free plan. */
export interface CheckedMessage {
  message: NewMessage;
  isLimited: boolean;
  notices: string[];
}

const answer = ({ id }: AcceptedMessage) => ({ body: { id } });
const OVERHEAD = 1_000;
const lengthOf = (text: unknown) => (typeof text === 'string' ? text.length : 0);
const STATEMENT_BYTES = 1_000_000;

/** Estimates the bytes of a message. */
export const sizeOf = ({ content, attachments = [] }: NewMessage): number =>
  OVERHEAD +
  Object.values(content).reduce((sum: number, part) => sum + lengthOf(part), 0) +
  (content.links ?? []).reduce((sum, link) => sum + link.length, 0) +
  attachments.reduce((sum, { length }) => sum + length, 0);

/**
 * Stores sends; concurrent ones share a commit. Sends of a free workspace through the service's own provider also lock the
 * row of the day, which makes the limit exact over all api processes.
 */
@Injectable()
export class AcceptedMessages {
  private readonly unlimited: GroupCommit<NewMessage, AcceptedMessage>;
  /** With attachments, whose content takes further statements. */
  private readonly withFiles: GroupCommit<NewMessage, AcceptedMessage>;
  private readonly limited: GroupCommit<NewMessage, AcceptedMessage>;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(MessageRepository) private readonly messages: MessageRepository,
    @Inject(Jobs) private readonly jobs: Jobs,
  ) {
    this.unlimited = new GroupCommit(database, {
      name: 'sends',
      flush: (group) => this.store(group),
      answer,
      size: sizeOf,
      singleStatement: true,
    });
    this.withFiles = new GroupCommit(database, {
      name: 'sends with attachments',
      flush: (group) => this.store(group),
      answer,
      size: sizeOf,
    });
    this.limited = new GroupCommit(database, {
      name: 'limited sends',
      flush: (group) => this.storeWithinLimit(group),
      answer,
      size: sizeOf,
    });
  }

  /** Stores one message. @throws DailyLimitError, UnknownListError, UnavailableError */
  async accept(
    { message, isLimited, notices }: CheckedMessage,
    claim?: IdempotencyClaim,
  ): Promise<AcceptedMessage | Replayed> {
    const noticed = claim && { ...claim, notices: [...(claim.notices ?? []), ...notices] };
    const unlimited = message.attachments ? this.withFiles : this.unlimited;
    const accepted = await (isLimited ? this.limited : unlimited).submit(message, noticed);
    return accepted instanceof Replayed ? accepted : { ...accepted, notices };
  }

  /** Stores many inside the open transaction. @returns for each the accepted message, or the refusal */
  async acceptAll(all: CheckedMessage[]): Promise<(AcceptedMessage | Error)[]> {
    const partsOf = (isLimited: boolean) =>
      inParts(all.filter((checked) => checked.isLimited === isLimited).map(({ message }) => message));
    const results = new Map<NewMessage, AcceptedMessage | Error>();
    const keep = (messages: NewMessage[], stored: (AcceptedMessage | Error)[]) =>
      messages.forEach((message, index) => results.set(message, stored[index] as AcceptedMessage | Error));
    for (const part of partsOf(false)) keep(part, await this.store(part));
    for (const part of partsOf(true)) keep(part, await this.storeWithinLimit(part));
    return all.map(({ message }) => results.get(message) as AcceptedMessage | Error);
  }

  /** Stores messages inside the open transaction, without a limit. */
  async store(group: NewMessage[]): Promise<(AcceptedMessage | UnknownListError)[]> {
    const refused = await this.messages.insert(group);
    if (refused.size < group.length) this.database.afterCommit(() => this.wake(group));
    return group.map((message) => (refused.has(message) ? new UnknownListError() : { id: message.id }));
  }

  private async storeWithinLimit(group: NewMessage[]): Promise<(AcceptedMessage | Error)[]> {
    const left = await this.lockAllowances([...new Set(group.map((message) => message.workspace_id))]);
    const take = ({ workspace_id, recipients }: NewMessage, sign: 1 | -1) =>
      left.set(workspace_id, (left.get(workspace_id) ?? 0) - sign * recipients.length);
    const allowed = group.filter((message) => {
      const isAllowed = message.recipients.length <= (left.get(message.workspace_id) ?? 0);
      if (isAllowed) take(message, 1);
      return isAllowed;
    });
    const stored = allowed.length > 0 ? await this.store(allowed) : [];
    const results = new Map<NewMessage, AcceptedMessage | Error>(
      allowed.map((message, index) => [message, stored[index] as AcceptedMessage | UnknownListError]),
    );
    for (const [message, result] of results) if (result instanceof Error) take(message, -1);
    await this.keepAllowances(left);
    return group.map(
      (message) => results.get(message) ?? new DailyLimitError(FREE_LIMIT, secondsToNextUtcDay(new Date())),
    );
  }

  /** Locks the rows of the day until the commit. @returns how many recipients each workspace has left today */
  private async lockAllowances(workspaceIds: number[]): Promise<Map<number, number>> {
    const rows = await this.database.query<{ workspace_id: number; recipients: number }>(LOCK_DAY, [
      workspaceIds.sort((a, b) => a - b),
    ]);
    return new Map(rows.map((row) => [row.workspace_id, FREE_LIMIT - row.recipients]));
  }

  private async keepAllowances(left: Map<number, number>): Promise<void> {
    const rows = [...left].map(([workspace_id, allowance]) => ({ workspace_id, recipients: FREE_LIMIT - allowance }));
    await this.database.execute(KEEP_DAY, [JSON.stringify(rows)]);
  }

  private wake(group: NewMessage[]): void {
    const lanes = new Map(group.map((message) => [`${message.channel} ${message.lane}`, message]));
    for (const { channel, lane, request_id } of lanes.values()) wakeLane(this.jobs, channel, lane, request_id);
  }
}

/** Splits messages in order into parts for one statement each, because its parameter is copied several times. */
function inParts(messages: NewMessage[]): NewMessage[][] {
  const parts: NewMessage[][] = [];
  let bytes = Infinity;
  for (const message of messages) {
    bytes += sizeOf(message);
    if (bytes > STATEMENT_BYTES) {
      parts.push([]);
      bytes = sizeOf(message);
    }
    parts.at(-1)?.push(message);
  }
  return parts;
}

const FREE_LIMIT = dailyRecipients('free') as number;
const TODAY = `(now() AT TIME ZONE 'utc')::date`;

const LOCK_DAY = {
  name: 'daily-usage-lock',
  text: `
    INSERT INTO daily_usage (workspace_id, day, recipients)
    SELECT workspace_id, ${TODAY}, 0 FROM unnest($1::int[]) AS workspace_id ORDER BY 1
    ON CONFLICT (workspace_id, day) DO UPDATE SET recipients = daily_usage.recipients
    RETURNING workspace_id, recipients`,
};

const KEEP_DAY = {
  name: 'daily-usage-keep',
  text: `
    UPDATE daily_usage usage SET recipients = used.recipients
    FROM jsonb_to_recordset($1::jsonb) AS used(workspace_id int, recipients int)
    WHERE usage.workspace_id = used.workspace_id AND usage.day = ${TODAY}`,
};
