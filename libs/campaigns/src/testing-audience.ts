import type { Database } from '@dundun/platform/database';
import { v7 } from 'uuid';

/** Returns a zone whose clock shows an hour now. */
export function zoneAt(hour: number): string {
  const offset = ((hour - new Date().getUTCHours() + 35) % 24) - 11;
  return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
}

/** Makes lists, segments and people of a workspace, as rows. @param workspaceId asked for anew each time */
export function audienceOf(database: () => Database, workspaceId: () => number) {
  const run = (statement: string, ...values: unknown[]) => database().execute(statement, [workspaceId(), ...values]);
  const aList = async () => {
    const id = v7();
    await run(`INSERT INTO lists (workspace_id, id, title) VALUES ($1, $2, 'News')`, id);
    return id;
  };
  const aSegment = async (...people: string[]) => {
    const id = v7();
    await run(`INSERT INTO segments (workspace_id, id, name, kind) VALUES ($1, $2, $3, 'manual')`, id, id);
    for (const person of people)
      await run(`INSERT INTO segment_members (workspace_id, segment_id, person_id) VALUES ($1, $2, $3)`, id, person);
    return id;
  };
  const aPerson = async (email: string | null, id = v7()) => {
    await run(
      `INSERT INTO people (workspace_id, id, uid, uid_updateable, email, first_name) VALUES ($1, $2, $3, false, $4, 'Ada')`,
      id,
      `u ${id}`,
      email,
    );
    return id;
  };
  const aPersonWithNumber = async (number: string | null, id = v7()) => {
    await aPerson(null, id);
    await run(`UPDATE people SET number = $3 WHERE workspace_id = $1 AND id = $2`, id, number);
    return id;
  };
  const join = (list: string, person: string, status = 'subscribed', joinedAt = new Date()) =>
    run(
      `INSERT INTO memberships (workspace_id, list_id, person_id, status, joined_at) VALUES ($1, $2, $3, $4, $5)`,
      list,
      person,
      status,
      joinedAt,
    );
  const aMember = async (list: string, email: string | null, status?: string, joinedAt?: Date) => {
    const person = await aPerson(email);
    await join(list, person, status, joinedAt);
    return person;
  };
  /** A member with a number, who agreed to SMS unless `sms` says something else. */
  const aReaderOfSms = async (list: string, number: string | null, sms = 'subscribed', joinedAt?: Date) => {
    const person = await aPersonWithNumber(number);
    await join(list, person, sms === 'pending' ? 'pending' : 'subscribed', joinedAt);
    await run(
      `UPDATE memberships SET email_consent = 'none', sms_consent = $4
       WHERE workspace_id = $1 AND list_id = $2 AND person_id = $3`,
      ...[list, person, sms],
    );
    return person;
  };
  return { run, aList, aSegment, aPerson, join, aMember, aReaderOfSms };
}
