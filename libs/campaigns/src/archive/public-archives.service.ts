import { Inject, Injectable } from '@nestjs/common';
import { UnknownRouteError } from '@dundun/domain';
import { SharedContents, webCopyPage } from '@dundun/messaging';
import { LRUCache } from 'lru-cache';
import { validate } from 'uuid';
import { archivePage, type ArchiveEntry } from './archive.page.js';
import { PublicArchivesRepository, type ArchivedListRow } from './public-archives.repository.js';

/** A mail without a reader. */
interface Shown {
  subject: string;
  html?: string;
  text?: string;
}

const MOST_BYTES = 16_000_000;
const OVERHEAD = 200;
const FRESH_MS = 30_000;

/** Shows the mail of lists to everybody, rendered for nobody: without the data of any person, and counting nothing. */
@Injectable()
export class PublicArchives {
  /** Of contents nothing but the target of a link changes, and rendering one costs more than anything else here. */
  private readonly shown = new LRUCache<string, Shown>({
    ttl: FRESH_MS,
    maxSize: MOST_BYTES,
    sizeCalculation: ({ subject, html = '', text = '' }) => OVERHEAD + 2 * (subject.length + html.length + text.length),
  });

  constructor(
    @Inject(PublicArchivesRepository) private readonly archives: PublicArchivesRepository,
    @Inject(SharedContents) private readonly contents: SharedContents,
  ) {}

  /** Returns the page of a list. @throws UnknownRouteError if it has no archive */
  async list(listId: string): Promise<string> {
    const list = await this.find(listId);
    const entries: ArchiveEntry[] = [];
    for (const { id, content_id, ended_at } of await this.archives.campaigns(list)) {
      const shown = await this.render(list.workspace_id, content_id);
      if (shown) entries.push({ id, subject: shown.subject, day: ended_at.toISOString().slice(0, 10) });
    }
    return archivePage(list.title, list.list_id, entries);
  }

  /** Returns the page of one mail. @throws UnknownRouteError if it is in no such archive */
  async mail(listId: string, id: string): Promise<string> {
    const list = await this.find(listId);
    const [campaign] = validate(id) ? await this.archives.campaigns(list, id) : [];
    const shown = campaign && (await this.render(list.workspace_id, campaign.content_id));
    const page = shown && webCopyPage(shown);
    if (!page) throw new UnknownRouteError();
    return page;
  }

  private async find(listId: string): Promise<ArchivedListRow> {
    const list = validate(listId) ? await this.archives.find(listId) : undefined;
    if (!list) throw new UnknownRouteError();
    return list;
  }

  private async render(workspaceId: number, contentId: string): Promise<Shown | undefined> {
    const key = `${workspaceId} ${contentId}`;
    const known = this.shown.get(key);
    if (known) return known;
    const rendered = await this.contents.forNobody(workspaceId, contentId, (_, target) => target);
    if (!rendered || (!rendered.html && !rendered.text)) return undefined;
    const shown = { ...rendered, subject: rendered.subject ?? '' };
    this.shown.set(key, shown);
    return shown;
  }
}
