import { Inject, Injectable } from '@nestjs/common';
import type { CreateListBody, UpdateListBody } from '@dundun/contracts';
import { UnknownListError } from '@dundun/domain';
import type { Page, PageRequest } from '@dundun/platform/database';
import { v7 } from 'uuid';
import { changeOf, refuseEmpty, type ChangedBy } from './list-changes.js';
import { ListCounters } from './list-counters.repository.js';
import { listIdOf, type ListName } from './list-key.js';
import type { List } from './list.entity.js';
import { ListsRepository } from './lists.repository.js';

/** A list with the number of its subscribed and pending people. */
export interface CountedList {
  list: List;
  subscribers: number;
}

/** Creates, reads, changes and archives lists. */
@Injectable()
export class Lists {
  constructor(
    @Inject(ListsRepository) private readonly repository: ListsRepository,
    @Inject(ListCounters) private readonly counters: ListCounters,
  ) {}

  async create(workspaceId: number, body: CreateListBody): Promise<CountedList> {
    const list: List = {
      workspaceId,
      id: v7(),
      title: body.title,
      description: body.description ?? null,
      answeredTitle: null,
      answeredDescription: null,
      redirectUrl: body.redirect_url ?? null,
      doubleOptin: body.double_optin ?? false,
      isPublic: body.is_public ?? false,
      broadcastCount: 0,
      archivedAt: null,
      createdAt: new Date(),
    };
    await this.repository.insert(list);
    return { list, subscribers: 0 };
  }

  /**
   * Finds a list of the workspace, archived or not.
   * @throws UnknownListError
   */
  async find(workspaceId: number, id: string): Promise<List> {
    const list = await this.repository.find(workspaceId, listIdOf(id));
    if (!list) throw new UnknownListError();
    return list;
  }

  async get(workspaceId: number, id: string): Promise<CountedList> {
    return this.counted(await this.find(workspaceId, id));
  }

  /** Returns lists that are not archived, newest first. @param among only these */
  async page(workspaceId: number, request: PageRequest, among?: readonly string[]): Promise<Page<CountedList>> {
    const page = await this.repository.page(workspaceId, request, among);
    const sums = await this.counters.sums(
      workspaceId,
      page.rows.map(({ id }) => id),
    );
    return { ...page, rows: page.rows.map((list) => ({ list, subscribers: sums.get(list.id) ?? 0 })) };
  }

  /** @throws EmptyUpdateError, SecretNeededError, UnknownListError */
  async update(workspaceId: number, id: string, body: UpdateListBody, by: ChangedBy = 'secret'): Promise<CountedList> {
    refuseEmpty(body);
    const list = await this.repository.update(workspaceId, listIdOf(id), (found) => changeOf(found, body, by));
    if (!list) throw new UnknownListError();
    return this.counted(list);
  }

  /** Archiving again changes nothing. @throws UnknownListError */
  async archive(workspaceId: number, id: string): Promise<void> {
    const list = await this.find(workspaceId, id);
    if (!list.archivedAt) await this.repository.archive(workspaceId, list.id, new Date());
  }

  /** Takes an archived list back; one that is not archived stays as it is. @throws UnknownListError */
  async restore(workspaceId: number, id: string): Promise<CountedList> {
    const list = await this.find(workspaceId, id);
    if (list.archivedAt) await this.repository.restore(workspaceId, list.id);
    return this.counted({ ...list, archivedAt: null });
  }

  /**
   * Reads lists and locks them against changes until the open transaction ends.
   * @returns lists by `listKey`, without unknown ones and those of other workspaces
   */
  lockForChange(names: ListName[]): Promise<Map<string, List>> {
    return this.repository.lock(names);
  }

  private async counted(list: List): Promise<CountedList> {
    const sums = await this.counters.sums(list.workspaceId, [list.id]);
    return { list, subscribers: sums.get(list.id) ?? 0 };
  }
}
