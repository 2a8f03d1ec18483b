import { Inject, Injectable } from '@nestjs/common';
import type { UserPage, UserView } from '@dundun/contracts';
import { emailKey, UnknownPersonError } from '@dundun/domain';
import { People, PeopleSearch } from '@dundun/people';
import { Database, keyset, toPage, type Page, type PageRequest } from '@dundun/platform/database';
import { validate } from 'uuid';
import { UserParts, type UserRow } from './user-parts.repository.js';
import { presentUser } from './user.presenter.js';

export interface UserFilter {
  email?: string;
  lists?: string[];
}

const COLUMNS = `
  p.id, p.uid, p.uid_updateable, p.first_name, p.last_name, p.email, p.number, p.meta, p.devices, p.is_account,
  p.archived_at, p.tracking_refused_at,
  CASE WHEN p.marketing_paused_until > now() THEN p.marketing_paused_until END AS marketing_paused_until, p.created_at`;

/** One person is found by the address and others share it. A key can be outdated, so the person's own row decides. */
const WITH_EMAIL = `p.id IN (
  SELECT k.person_id FROM (TABLE person_keys UNION ALL TABLE shared_keys) AS k
  WHERE k.workspace_id = $1 AND k.kind = 'email' AND k.value =`;

const ON_LISTS =
  'EXISTS (SELECT FROM memberships m WHERE m.workspace_id = p.workspace_id AND m.person_id = p.id AND m.list_id =';

/** Reads users as the API shows them: one statement for the rows of a page, and one for each part. */
@Injectable()
export class UserReader {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(People) private readonly people: People,
    @Inject(PeopleSearch) private readonly search: PeopleSearch,
    @Inject(UserParts) private readonly parts: UserParts,
  ) {}

  /** @throws UnknownPersonError */
  async view(workspaceId: number, personId: string): Promise<UserView> {
    const view = (await this.viewsById(workspaceId, [personId])).get(personId);
    if (!view) throw new UnknownPersonError();
    return view;
  }

  /** Returns the views of existing people, by id. */
  async viewsById(workspaceId: number, personIds: string[]): Promise<Map<string, UserView>> {
    const rows = await this.database.query<UserRow>(
      `SELECT ${COLUMNS} FROM people p WHERE p.workspace_id = $1 AND p.id = ANY($2::uuid[])`,
      [workspaceId, personIds],
    );
    const views = await this.views(workspaceId, rows);
    return new Map(rows.map(({ id }, index) => [id, views[index] as UserView]));
  }

  /** Returns the user of a uid, which may have been merged into another. @throws UnknownPersonError */
  async viewOf(workspaceId: number, uid: string): Promise<UserView> {
    return this.view(workspaceId, await this.idOf(workspaceId, uid));
  }

  /**
   * Returns a page, newest first. @param lists filters by people on at least one of these, in the order in which they became known
   * to the service: the given creation times of members can lie anywhere
   */
  async page(workspaceId: number, page: PageRequest, { email, lists }: UserFilter): Promise<Page<UserView>> {
    if (lists && email === undefined) return this.onLists(workspaceId, page, lists);
    const given: unknown[] = [workspaceId];
    const conditions = ['p.workspace_id = $1'];
    if (email !== undefined) {
      const [key, spelt] = [given.push(emailKey(email)), given.push(email.toLowerCase())];
      conditions.push(`${WITH_EMAIL} $${key}) AND lower(p.email) IN ($${key}, $${spelt})`);
    }
    if (lists) conditions.push(`${ON_LISTS} ANY($${given.push(lists.filter((id) => validate(id)))}::uuid[]))`);
    const { where, orderAndLimit, values } = keyset(page, 'p.created_at', 'p.id', given.length + 1);
    const rows = await this.database.query<UserRow>(
      `SELECT ${COLUMNS} FROM people p WHERE ${conditions.join(' AND ')} AND ${where} ${orderAndLimit}`,
      [...given, ...values],
    );
    return this.byCreation(workspaceId, page, rows);
  }

  private async onLists(workspaceId: number, page: PageRequest, lists: string[]): Promise<Page<UserView>> {
    const given = lists.filter((id) => validate(id));
    const found = await this.search.page(workspaceId, page, { lists: given });
    const views = await this.viewsById(workspaceId, found.rows.map(({ person_id }) => person_id)); // prettier-ignore
    return { ...found, rows: found.rows.flatMap(({ person_id }) => views.get(person_id) ?? []) };
  }

  private byCreation(workspaceId: number, page: PageRequest, rows: UserRow[]): Promise<Page<UserView>> {
    return this.presented(
      workspaceId,
      toPage(page, rows, ({ created_at, id }) => ({ at: created_at.toISOString(), id })),
    );
  }

  /** Returns the members of an account, newest member first. @throws UnknownPersonError */
  async members(workspaceId: number, uid: string, page: PageRequest): Promise<Page<UserView>> {
    const accountId = await this.idOf(workspaceId, uid);
    const { where, orderAndLimit, values } = keyset(page, 'a.joined_at', 'a.person_id', 3);
    const rows = await this.database.query<UserRow & { joined_at: Date }>(
      `SELECT ${COLUMNS}, a.joined_at FROM account_members a
       JOIN people p ON p.workspace_id = a.workspace_id AND p.id = a.person_id
       WHERE a.workspace_id = $1 AND a.account_id = $2 AND ${where} ${orderAndLimit}`,
      [workspaceId, accountId, ...values],
    );
    return this.presented(
      workspaceId,
      toPage(page, rows, ({ joined_at, id }) => ({ at: joined_at.toISOString(), id })),
    );
  }

  private async presented(workspaceId: number, page: Page<UserRow>): Promise<Page<UserView>> {
    return { ...page, rows: await this.views(workspaceId, page.rows) };
  }

  private async views(workspaceId: number, rows: UserRow[]): Promise<UserPage['data']> {
    const ids = rows.map(({ id }) => id);
    const parts = ids.length > 0 ? await this.parts.of(workspaceId, ids) : new Map();
    return rows.map((row) => presentUser(row, parts.get(row.id)));
  }

  private async idOf(workspaceId: number, uid: string): Promise<string> {
    const person = await this.people.findByUid(workspaceId, uid);
    if (!person) throw new UnknownPersonError();
    return person.id;
  }
}
