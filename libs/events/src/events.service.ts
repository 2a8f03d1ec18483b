import { Inject, Injectable } from '@nestjs/common';
import { Identities } from '@dundun/accounts';
import type { ConsoleEventsQuery, TrackEventBody } from '@dundun/contracts';
import { UnknownPersonError } from '@dundun/domain';
import type { IdempotencyClaim, Page, PageRequest, Replayed, StoredAnswer } from '@dundun/platform/database';
import { checkUid, isUid, People, PersonIds } from '@dundun/people';
import type { Caller } from '@dundun/platform/http';
import { EventCommit, type NewEvent } from './event-commit.service.js';
import { keyPrefix } from './event-key.js';
import { EventFeed, type FeedRow } from './event-feed.repository.js';
import { EventRepository, type EventRow } from './event.repository.js';

/** Stores events of people and reads them back. */
@Injectable()
export class Events {
  constructor(
    @Inject(People) private readonly people: People,
    @Inject(PersonIds) private readonly ids: PersonIds,
    @Inject(EventCommit) private readonly commit: EventCommit,
    @Inject(EventRepository) private readonly events: EventRepository,
    @Inject(EventFeed) private readonly feed: EventFeed,
    @Inject(Identities) private readonly identities: Identities,
  ) {}

  /**
   * Like `track`, for an API call.
   * @param signature of the uid; a workspace may require it from callers with the key alone
   * @throws WrongIdentityError, IdentityNeededError, and what `track` throws
   */
  async trackAs(
    { workspaceId, level }: Caller,
    uid: string,
    body: TrackEventBody,
    signature: string | undefined,
    claim?: IdempotencyClaim,
  ): Promise<StoredAnswer | Replayed> {
    if (level === 'key') {
      const identity = this.identities.of(workspaceId);
      (identity instanceof Promise ? await identity : identity).prove(uid, signature);
    }
    return this.track(workspaceId, uid, body, claim);
  }

  /**
   * Stores one event of the person with this uid; an unknown uid creates the person.
   * @throws InvalidInputError for an invalid uid, UnavailableError
   */
  async track(
    workspaceId: number,
    uid: string,
    body: TrackEventBody,
    claim?: IdempotencyClaim,
  ): Promise<StoredAnswer | Replayed> {
    checkUid(uid);
    const found = this.ids.find(workspaceId, uid);
    const personId = typeof found === 'string' ? found : await found;
    return this.commit.submit(eventOf(workspaceId, personId, body), claim);
  }

  /** Stores events of known people, in order and in the open transaction. */
  add(workspaceId: number, events: { personId: string; body: TrackEventBody }[]): Promise<void> {
    return this.commit.add(events.map(({ personId, body }) => eventOf(workspaceId, personId, body)));
  }

  /** @throws UnknownPersonError */
  async pageOf(workspaceId: number, uid: string, page: PageRequest, name?: string): Promise<Page<EventRow>> {
    const personId = await this.personOf(workspaceId, uid);
    if (personId === undefined) throw new UnknownPersonError();
    return this.events.pageOf(workspaceId, personId, page, name);
  }

  /** Returns events of the workspace; a filter by an unknown uid returns none. */
  async feedPage(
    workspaceId: number,
    page: PageRequest,
    { uid, event: name }: ConsoleEventsQuery,
  ): Promise<Page<FeedRow>> {
    const personId = uid === undefined ? undefined : await this.personOf(workspaceId, uid);
    if (uid !== undefined && personId === undefined) return { rows: [], next: null, previous: null };
    return this.feed.page(workspaceId, page, { name, personId });
  }

  private async personOf(workspaceId: number, uid: string): Promise<string | undefined> {
    return isUid(uid) ? (await this.people.findByUid(workspaceId, uid))?.id : undefined;
  }
}

function eventOf(workspaceId: number, personId: string, body: TrackEventBody): NewEvent {
  const { event: name, value, properties, timestamp: occurredAt, event_id: eventId } = body;
  const onceKey = eventId === undefined ? undefined : keyPrefix(personId) + eventId;
  return { workspaceId, personId, name, value, properties, occurredAt, onceKey };
}
