import { Inject, Injectable } from '@nestjs/common';
import type { CreateSegmentBody, SegmentPeopleBody, SegmentPeopleView, UpdateSegmentBody } from '@dundun/contracts';
import {
  EmptyUpdateError,
  InvalidInputError,
  SegmentBeingCopiedError,
  SegmentInUseError,
  SegmentKindError,
  SegmentLacksError,
  stableText,
  TooManySegmentsError,
  UnknownSegmentError,
  type SegmentNode,
  type SegmentUser,
} from '@dundun/domain';
import { Database, newId, type Page, type PageRequest } from '@dundun/platform/database';
import { validate } from 'uuid';
import { FeedEntries } from '../counts/feed-entries.repository.js';
import { isBeingCopied, type SegmentRow } from '../definitions/segment.js';
import { SegmentDefinitions } from '../definitions/segment-definitions.service.js';
import { SegmentMembers } from './segment-members.repository.js';
import { SegmentPositions } from '../definitions/segment-positions.repository.js';
import { SegmentTrees } from '../definitions/segment-trees.service.js';
import { SegmentsRepository } from '../definitions/segments.repository.js';

const MOST = 500;

const tidy = (labels: readonly string[]) => [...new Set(labels.map((label) => label.trim()))].sort();

/** Creates, changes and archives segments. */
@Injectable()
export class Segments {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(SegmentsRepository) private readonly repository: SegmentsRepository,
    @Inject(SegmentPositions) private readonly positions: SegmentPositions,
    @Inject(SegmentDefinitions) private readonly definitions: SegmentDefinitions,
    @Inject(SegmentTrees) private readonly trees: SegmentTrees,
    @Inject(SegmentMembers) private readonly members: SegmentMembers,
    @Inject(FeedEntries) private readonly feed: FeedEntries,
  ) {}

  /** @throws InvalidInputError, TooManySegmentsError, SegmentBeingCopiedError */
  async create(
    workspaceId: number,
    { name, labels = [], kind = 'live', match, announces = false, people_of }: CreateSegmentBody,
  ): Promise<SegmentRow> {
    if (kind !== 'manual' && people_of !== undefined)
      throw new InvalidInputError([{ field: 'people_of', message: 'must be left out unless the segment is manual' }]);
    if (kind === 'manual' && match !== undefined)
      throw new InvalidInputError([{ field: 'match', message: 'must be left out for a manual segment' }]);
    const tree = kind === 'manual' ? null : await this.trees.read(workspaceId, match);
    const id = newId();
    return this.locked(workspaceId, async () => {
      if ((await this.repository.all(workspaceId)).length >= MOST) throw new TooManySegmentsError(MOST);
      // Again, because a segment that it names may be archived meanwhile.
      if (tree) await this.trees.read(workspaceId, tree);
      const copy_of = people_of === undefined ? null : await this.copied(workspaceId, people_of);
      await this.repository.insert(workspaceId, { id, name, labels: tidy(labels), kind, tree, announces, copy_of });
      await this.definitions.settle(workspaceId, { id, tree });
      // There may be a million of them, so the worker copies them slice by slice.
      if (copy_of !== null) await this.repository.build(workspaceId, id, 'definition');
      return this.get(workspaceId, id);
    });
  }

  /** @throws UnknownSegmentError */
  async get(workspaceId: number, id: string): Promise<SegmentRow> {
    const row = validate(id) ? await this.repository.find(workspaceId, id.toLowerCase()) : undefined;
    if (!row) throw new UnknownSegmentError();
    return row;
  }

  page(workspaceId: number, page: PageRequest): Promise<Page<SegmentRow>> {
    return this.repository.page(workspaceId, page);
  }

  /** Changes what is given; equal conditions are no change. @throws UnknownSegmentError, EmptyUpdateError, InvalidInputError */
  async update(
    workspaceId: number,
    id: string,
    { name, labels, match, announces }: UpdateSegmentBody,
  ): Promise<SegmentRow> {
    if ([name, labels, match, announces].every((value) => value === undefined))
      throw new EmptyUpdateError(['name', 'labels', 'match', 'announces']);
    return this.locked(workspaceId, async () => {
      const segment = await this.get(workspaceId, id);
      if (match !== undefined && segment.kind === 'manual')
        throw new InvalidInputError([{ field: 'match', message: 'must be left out for a manual segment' }]);
      if (name !== undefined || labels !== undefined || announces !== undefined)
        await this.repository.change(workspaceId, segment.id, { name, labels: labels && tidy(labels), announces });
      if (match !== undefined)
        await this.redefine(workspaceId, segment, await this.trees.read(workspaceId, match, segment.id));
      return this.get(workspaceId, id);
    });
  }

  /** @throws UnknownSegmentError, SegmentInUseError */
  async archive(workspaceId: number, id: string): Promise<void> {
    await this.locked(workspaceId, async () => {
      const segment = await this.get(workspaceId, id);
      const users = await this.usersOf(workspaceId, segment.id);
      if (users.length > 0) throw new SegmentInUseError(users);
      await this.repository.archive(workspaceId, segment.id);
      await this.definitions.release(workspaceId);
    });
  }

  /**
   * Takes a segment back that was archived within a day; one that is not archived stays as it is. A live segment is evaluated again,
   * which enrols nobody; others have the members that they had.
   * @throws UnknownSegmentError, SegmentLacksError, TooManySegmentsError
   */
  async restore(workspaceId: number, id: string): Promise<SegmentRow> {
    return this.locked(workspaceId, async () => {
      const segment = validate(id) ? await this.repository.findArchived(workspaceId, id.toLowerCase()) : undefined;
      if (!segment) return this.get(workspaceId, id);
      if ((await this.repository.all(workspaceId)).length >= MOST) throw new TooManySegmentsError(MOST);
      await this.refuseLacking(workspaceId, segment);
      await this.repository.restore(workspaceId, segment.id);
      await this.definitions.resume(workspaceId, segment);
      return this.get(workspaceId, id);
    });
  }

  /** Evaluates a snapshot again. @throws UnknownSegmentError, SegmentKindError */
  async refresh(workspaceId: number, id: string): Promise<SegmentRow> {
    return this.locked(workspaceId, async () => {
      const { kind, id: known } = await this.get(workspaceId, id);
      if (kind !== 'snapshot')
        throw new SegmentKindError('Only a snapshot is refreshed: a live segment is always current.');
      await this.repository.build(workspaceId, known, 'refresh');
      return this.get(workspaceId, known);
    });
  }

  /** Adds people to a manual segment and removes others. @throws UnknownSegmentError, SegmentKindError, SegmentBeingCopiedError, EmptyUpdateError */
  async putPeople(
    workspaceId: number,
    id: string,
    { add = [], remove = [] }: SegmentPeopleBody,
  ): Promise<SegmentPeopleView> {
    if (add.length + remove.length === 0) throw new EmptyUpdateError(['add', 'remove']);
    return this.locked(workspaceId, async () => {
      const segment = await this.get(workspaceId, id);
      const { kind, id: known } = segment;
      if (kind !== 'manual')
        throw new SegmentKindError('People are added by hand to a manual segment only: change the conditions instead.');
      if (isBeingCopied(segment)) throw new SegmentBeingCopiedError(segment.name);
      const people = await this.feed.peopleOf(workspaceId, [...new Set([...add, ...remove])]);
      const idsOf = (uids: string[]) => [...new Set(uids.flatMap((uid) => people.get(uid) ?? []))].sort();
      const removing = idsOf(remove).filter((person) => !idsOf(add).includes(person));
      const added = await this.members.put(workspaceId, known, idsOf(add), true);
      const removed = await this.members.put(workspaceId, known, removing, false);
      const moved = [...added, ...removed].map(({ person_id }) => person_id);
      await this.definitions.touch(workspaceId, moved);
      const unknown = [...new Set([...add, ...remove])].filter((uid) => !people.has(uid));
      return { added: added.length, removed: removed.length, unknown };
    });
  }

  /** @throws SegmentLacksError if the conditions name what was archived or deleted meanwhile */
  private async refuseLacking(workspaceId: number, { id, tree }: SegmentRow): Promise<void> {
    if (!tree) return;
    try {
      await this.trees.read(workspaceId, tree, id);
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      throw new SegmentLacksError((error.fields ?? []).map(({ message }) => message).join(', and it '));
    }
  }

  /** Returns the manual segment whose people a new one gets. */
  private async copied(workspaceId: number, id: string): Promise<string> {
    const segment = validate(id) ? await this.repository.find(workspaceId, id.toLowerCase()) : undefined;
    if (segment?.kind !== 'manual')
      throw new InvalidInputError([{ field: 'people_of', message: 'must be the id of a manual segment' }]);
    if (isBeingCopied(segment)) throw new SegmentBeingCopiedError(segment.name);
    return segment.id;
  }

  /** Returns what would be wrong without the segment. */
  private async usersOf(workspaceId: number, id: string): Promise<SegmentUser[]> {
    const of = (kind: SegmentUser['kind'], found: { name: string }[]) => found.map(({ name }) => ({ kind, name }));
    return [
      ...of('segment', await this.repository.usedBy(workspaceId, id)),
      ...of('segment', await this.repository.copiesOf(workspaceId, id)),
      ...of('campaign', await this.repository.campaignsAhead(workspaceId, id)),
      ...of('automation', await this.repository.automationsWith(workspaceId, id)),
    ];
  }

  private async redefine(workspaceId: number, segment: SegmentRow, tree: SegmentNode): Promise<void> {
    if (stableText(tree) === stableText(segment.tree) && segment.error === null) return;
    await this.repository.redefine(workspaceId, segment.id, tree);
    await this.definitions.settle(workspaceId, { id: segment.id, tree });
  }

  /** Members change under this lock only, so the follower sees a definition before or after, never between. */
  private locked<T>(workspaceId: number, work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      await this.positions.lock(workspaceId);
      return work();
    });
  }
}
