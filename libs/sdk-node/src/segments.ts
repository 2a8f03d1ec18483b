import type { Http } from './http.js';
import type { PageQuery } from './lists.js';
import { everyRow, type Page } from './pages.js';
import { path } from './path.js';
import type {
  NewSegment,
  Segment,
  SegmentChange,
  SegmentChanges,
  SegmentCount,
  SegmentDiff,
  SegmentExplanation,
  SegmentMatch,
  SegmentMember,
  SegmentMembersChange,
  SegmentMembersChanged,
  SegmentPreview,
  Status,
} from './wire.js';

/** People found by conditions. */
export class Segments {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Answers before the members are complete: `state` is `building` until everybody was evaluated. */
  create(segment: NewSegment): Promise<Segment> {
    return this.#http.request('POST', '/v1/segments', { body: segment });
  }

  get(id: string): Promise<Segment> {
    return this.#http.request('GET', path`/v1/segments/${id}`);
  }

  /** Changes a segment: omitted fields stay. New conditions are a new version and evaluate everybody again. */
  update(id: string, changes: SegmentChanges): Promise<Segment> {
    return this.#http.request('PUT', path`/v1/segments/${id}`, { body: changes });
  }

  archive(id: string): Promise<Status> {
    return this.#http.request('DELETE', path`/v1/segments/${id}`);
  }

  /** Evaluates a snapshot again. */
  refresh(id: string): Promise<Segment> {
    return this.#http.request('POST', path`/v1/segments/${id}/refresh`);
  }

  /** Returns one page, newest first. */
  page(query: PageQuery = {}): Promise<Page<Segment>> {
    return this.#http.request('GET', '/v1/segments', { query: { ...query } });
  }

  /** Iterates over all segments, newest first. */
  all(): AsyncGenerator<Segment> {
    return everyRow(this.#http, '/v1/segments');
  }

  /** Estimates how many people match, with examples; stores nothing. */
  preview(match: SegmentMatch): Promise<SegmentPreview> {
    return this.#http.request('POST', '/v1/segments/preview', { body: { match } });
  }

  /** Counts exactly how many people match, some thousand in each call; stores nothing. */
  async count(match: SegmentMatch): Promise<Pick<SegmentCount, 'people' | 'email' | 'sms'>> {
    const total = { people: 0, email: 0, sms: 0 };
    let after: string | null | undefined;
    while (after !== null) {
      const step: SegmentCount = await this.#http.request('POST', '/v1/segments/count', { body: { match, after } });
      total.people += step.people;
      total.email += step.email;
      total.sms += step.sms;
      after = step.next_after;
    }
    return total;
  }

  /** Says who would enter and leave with other conditions; stores nothing. */
  diff(id: string, match: SegmentMatch): Promise<SegmentDiff> {
    return this.#http.request('POST', path`/v1/segments/${id}/diff`, { body: { match } });
  }

  /** Says of each condition whether it holds for a person, and why the person is in the segment or not. */
  explain(id: string, uid: string): Promise<SegmentExplanation> {
    return this.#http.request('GET', path`/v1/segments/${id}/explain/${uid}`);
  }

  /** Returns one page of members, newest first. */
  people(id: string, query: PageQuery = {}): Promise<Page<SegmentMember>> {
    return this.#http.request('GET', path`/v1/segments/${id}/people`, { query: { ...query } });
  }

  /** Iterates over all members, newest first. */
  allPeople(id: string): AsyncGenerator<SegmentMember> {
    return everyRow(this.#http, path`/v1/segments/${id}/people`);
  }

  /** Adds people to a manual segment and removes others. */
  updatePeople(id: string, change: SegmentMembersChange): Promise<SegmentMembersChanged> {
    return this.#http.request('POST', path`/v1/segments/${id}/people`, { body: change });
  }

  /** Returns one page of who entered and left in the last month, newest first. */
  changes(id: string, query: PageQuery = {}): Promise<Page<SegmentChange>> {
    return this.#http.request('GET', path`/v1/segments/${id}/changes`, { query: { ...query } });
  }

  /** Iterates over everybody who entered and left in the last month, newest first. */
  allChanges(id: string): AsyncGenerator<SegmentChange> {
    return everyRow(this.#http, path`/v1/segments/${id}/changes`);
  }
}
