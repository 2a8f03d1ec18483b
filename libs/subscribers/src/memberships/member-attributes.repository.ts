import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';

/** The values of the named attributes that a person has. */
export type MemberAttributes = Record<string, string | number | boolean>;

interface AttributesRow extends Record<string, unknown> {
  person_id: string;
  attributes: MemberAttributes;
}

const ATTRIBUTES = `
  SELECT p.id AS person_id, (
      SELECT coalesce(jsonb_object_agg(wanted.name, p.meta -> wanted.name), '{}') FROM unnest($3::text[]) AS wanted(name)
      WHERE p.meta ? wanted.name) AS attributes
  FROM unnest($2::uuid[]) AS named(id)
  CROSS JOIN LATERAL (SELECT * FROM people q WHERE q.workspace_id = $1 AND q.id = named.id OFFSET 0) AS p`;

/** Reads some attributes of the people of a page. */
@Injectable()
export class MemberAttributesReader {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** @returns the attributes of each person, by id */
  async of(workspaceId: number, ids: string[], names: string[]): Promise<Map<string, MemberAttributes>> {
    if (ids.length === 0 || names.length === 0) return new Map();
    const rows = await this.database.query<AttributesRow>(ATTRIBUTES, [workspaceId, ids, names]);
    return new Map(rows.map(({ person_id, attributes }) => [person_id, attributes]));
  }
}
