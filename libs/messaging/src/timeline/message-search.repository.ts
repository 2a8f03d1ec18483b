import { Inject, Injectable } from '@nestjs/common';
import type { MessageChannel, MessageStatus } from '@dundun/domain';
import { Database, toPage, type Page, type PageRequest, type Position } from '@dundun/platform/database';
import { validate } from 'uuid';
import type { MessageCause } from '../message/message-cause.statements.js';
import type { MadeFrom, Recipient } from '../message/message.js';
import { searchedWords } from '../message/message-words.repository.js';
import { MessageSearchStatements, MOST_SORTED, type MessageFilter, type Needle } from './message-search.statements.js';

/** A message in a list, without its content. */
export interface ListedMessageRow extends Record<string, unknown> {
  id: string;
  channel: MessageChannel;
  status: MessageStatus;
  sender: { name: string | null; address: string };
  recipients: Recipient[];
  subject: string | null;
  list_id: string | null;
  list_name: string | null;
  cause: MessageCause | null;
  made_from: MadeFrom | null;
  /** Of the last attempt. */
  provider: string | null;
  reason: string | null;
  tags: string[] | null;
  created_at: Date;
  scheduled_at: Date | null;
}

/** A page of messages. One that was found in parts may hold less than the limit, or nothing, and yet have a next page. */
export interface FoundMessages extends Page<ListedMessageRow> {
  /** The time of the last message compared, if the search stopped before the page was full. */
  searchedTo: Date | null;
}

type Read = Omit<ListedMessageRow, 'id'> & {
  id: string | null;
  examined: number;
  last_at: Date | null;
  last_id: string | null;
};

interface Compared {
  examined: number;
  last: Position | undefined;
  rows: ListedMessageRow[];
}

/** How long one page is searched for, in ms. */
const PATIENCE_MS = 400;

const NOTHING: FoundMessages = { rows: [], next: null, previous: null, searchedTo: null };

/** Finds messages by what is typed into a search box and by their properties, newest first. */
@Injectable()
export class MessageSearch {
  constructor(@Inject(Database) private readonly database: Database) {}

  /**
   * Messages that a key identifies are found by it. A search looks at the newest messages first, which fills the page of a common
   * word; then the index finds the matches of a rare one. What nothing indexes is found by walking, for a limited time.
   */
  async page(workspaceId: number, filter: MessageFilter, page: PageRequest, now = Date.now): Promise<FoundMessages> {
    const needle = await this.needleOf(workspaceId, filter.search);
    if (needle === null) return NOTHING;
    const build = () => new MessageSearchStatements(workspaceId, filter, page, needle);
    const walk = new Walk(page);
    if (needle && 'words' in needle) {
      await this.step(walk, build());
      if (walk.isDone) return walk.page();
    }
    if (build().hasKey) {
      const { examined, rows } = await this.read(build().lookUp());
      if (examined <= MOST_SORTED) return { ...toPage(page, rows, positionOf), searchedTo: null };
    }
    const end = now() + PATIENCE_MS;
    do await this.step(walk, build());
    while (!walk.isDone && now() < end);
    return walk.page();
  }

  private async step(walk: Walk, statements: MessageSearchStatements): Promise<void> {
    const { chunk, ...query } = statements.walk(walk.reached);
    walk.take(await this.read(query), chunk);
  }

  private async read({ text, values }: { text: string; values: unknown[] }): Promise<Compared> {
    const read = await this.database.query<Read>(text, values);
    const [first] = read;
    const { last_at, last_id, examined = 0 } = first ?? {};
    const last = last_at && last_id ? { at: last_at.toISOString(), id: last_id } : undefined;
    return { examined, last, rows: read.filter((row): row is Read & ListedMessageRow => row.id !== null) };
  }

  /** @returns undefined without a search, null for one that can find nothing */
  private async needleOf(workspaceId: number, search: string | undefined): Promise<Needle | null | undefined> {
    if (search === undefined) return undefined;
    const typed = search.trim();
    if (validate(typed)) return { id: typed };
    const words = await searchedWords(this.database, workspaceId, typed);
    return words === null ? null : { words };
  }
}

const positionOf = ({ created_at, id }: ListedMessageRow): Position => ({ at: created_at.toISOString(), id });

/** Gathers a page while walking. */
class Walk {
  reached: Position | undefined;
  private isExhausted = false;
  private readonly rows: ListedMessageRow[] = [];

  constructor(private readonly request: PageRequest) {
    this.reached = request.before ?? request.after;
  }

  get isDone(): boolean {
    return this.isExhausted || this.rows.length > this.request.limit;
  }

  take({ examined, last, rows }: Compared, chunk: number): void {
    this.rows.push(...rows);
    this.reached = last ?? this.reached;
    this.isExhausted = examined < chunk;
  }

  page(): FoundMessages {
    const page = toPage(this.request, this.rows.slice(0, this.request.limit + 1), positionOf);
    if (this.isDone || !this.reached) return { ...page, searchedTo: null };
    const searchedTo = new Date(this.reached.at);
    if (this.request.before)
      return { ...page, previous: this.reached, next: page.next ?? this.request.before, searchedTo };
    return { ...page, next: this.reached, previous: page.previous ?? this.request.after ?? null, searchedTo };
  }
}
