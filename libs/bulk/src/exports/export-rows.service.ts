import { Inject, Injectable } from '@nestjs/common';
import { csvLine, type MessageStatus } from '@dundun/domain';
import { Events } from '@dundun/events';
import { MessageSearch, Suppressions, suppressionKey, type SuppressionReason } from '@dundun/messaging';
import { People } from '@dundun/people';
import type { Page, Position } from '@dundun/platform/database';
import type { Exported, ExportDetails } from './export.js';
import { MatchingPeople } from '../memberships/matching-people.service.js';
import { PeopleValues } from './people-values.repository.js';

/** Rows of one piece. Events and messages can be large. */
const AT_ONCE: Record<Exported, number> = {
  members: 1_000,
  people: 1_000,
  messages: 500,
  events: 500,
  suppressions: 1_000,
};

const PERSON = ['id', 'email', 'number', 'first_name', 'last_name', 'is_account', 'archived', 'created_at'];
const MEMBERSHIP = ['status', 'joined_at', 'email_consent', 'sms_consent'];
const HEADS: Record<Exclude<Exported, 'people' | 'members'>, string[]> = {
  messages: [
    ...['id', 'created_at', 'channel', 'status', 'from', 'to', 'subject', 'tags', 'list', 'template', 'provider'],
    ...['reason', 'send_at'],
  ],
  events: ['id', 'person', 'event', 'value', 'timestamp', 'received_at', 'properties'],
  suppressions: ['address', 'reason', 'detail', 'created_at'],
};

/** Lines of a file, and where the next ones begin; null after the last. */
export interface ExportedLines {
  lines: string[];
  next: Position | null;
}

/** Reads rows for exports, page by page and as lines of CSV. */
@Injectable()
export class ExportRows {
  constructor(
    @Inject(People) private readonly people: People,
    @Inject(MatchingPeople) private readonly matching: MatchingPeople,
    @Inject(PeopleValues) private readonly values: PeopleValues,
    @Inject(MessageSearch) private readonly messages: MessageSearch,
    @Inject(Events) private readonly events: Events,
    @Inject(Suppressions) private readonly suppressions: Suppressions,
  ) {}

  /** Returns the line of column names. */
  head({ what, filter, attributes }: ExportDetails): string {
    if (what !== 'people' && what !== 'members') return csvLine(HEADS[what]);
    return csvLine([...PERSON, ...(filter.list === undefined ? [] : MEMBERSHIP), ...attributes]);
  }

  /** Reads the next rows, newest first. There may be none, and yet more to come. */
  async after(workspaceId: number, details: ExportDetails, after: Position | undefined): Promise<ExportedLines> {
    const page = { limit: AT_ONCE[details.what], ...(after && { after }) };
    if (details.what === 'messages') return this.messageLines(workspaceId, details, page);
    if (details.what === 'events') return this.eventLines(workspaceId, details, page);
    if (details.what === 'suppressions') return this.suppressionLines(workspaceId, details, page);
    return this.personLines(workspaceId, details, page);
  }

  private async personLines(workspaceId: number, { filter, lists, attributes }: ExportDetails, page: Asked) {
    const { list, search, status, match } = filter;
    const wanted = {
      search,
      match,
      list: list === undefined ? undefined : { id: list, status },
      lists: lists ?? undefined,
    };
    const found = await this.matching.page(workspaceId, page, wanted);
    const values = await this.values.of(workspaceId, found.rows.map(({ person_id }) => person_id), list); // prettier-ignore
    return linesOf(found, (row) => {
      const { uid, email, number, first_name, last_name, is_account, archived_at, created_at, joined_at } = row;
      const { meta = {}, email_consent = null, sms_consent = null } = values.get(row.person_id) ?? {};
      return [
        ...[uid, email, number, first_name, last_name, is_account, archived_at !== null, created_at],
        ...(list === undefined ? [] : [row.status, joined_at, email_consent, sms_consent]),
        ...attributes.map((name) => (Object.hasOwn(meta, name) ? meta[name] : null)),
      ];
    });
  }

  private async messageLines(workspaceId: number, { filter, lists }: ExportDetails, page: Asked) {
    const { search, address, uid, tag, channel, status, provider, list, since, until } = filter;
    const person = uid === undefined ? undefined : await this.people.findByUid(workspaceId, uid);
    if (person === null) return { lines: [], next: null };
    const wanted = {
      ...{ search, tag, channel, provider, list, personId: person?.id, lists: lists ?? undefined },
      address: address === undefined ? undefined : suppressionKey(address),
      status: status as MessageStatus | undefined,
      since: since === undefined ? undefined : new Date(since),
      until: until === undefined ? undefined : new Date(until),
    };
    return linesOf(await this.messages.page(workspaceId, wanted, page), (row) => [
      ...[row.id, row.created_at, row.channel, row.status],
      row.sender.name === null ? row.sender.address : `${row.sender.name} <${row.sender.address}>`,
      row.recipients.map((recipient) => recipient.address).join(', '),
      ...[row.subject, row.tags?.join(', '), row.list_name, row.made_from?.template?.name, row.provider, row.reason],
      row.scheduled_at,
    ]);
  }

  private async eventLines(workspaceId: number, { filter: { event, uid } }: ExportDetails, page: Asked) {
    return linesOf(await this.events.feedPage(workspaceId, page, { event, uid }), (row) => [
      ...[row.id, row.uid, row.name, row.value, row.occurred_at ?? row.received_at, row.received_at, row.properties],
    ]);
  }

  private async suppressionLines(workspaceId: number, { filter: { reason, address } }: ExportDetails, page: Asked) {
    const wanted = { reason: reason as SuppressionReason | undefined, address };
    return linesOf(await this.suppressions.page(workspaceId, wanted, page), (row) => [
      ...[row.address, row.reason, row.detail, row.created_at],
    ]);
  }
}

interface Asked {
  limit: number;
  after?: Position;
}

const linesOf = <T>({ rows, next }: Page<T>, cells: (row: T) => unknown[]): ExportedLines => ({
  lines: rows.map((row) => csvLine(cells(row).map(textOf))),
  next,
});

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
