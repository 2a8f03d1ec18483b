import { Inject, Injectable } from '@nestjs/common';
import type { Hours, JsonObject } from '@dundun/domain';
import { Database, newId } from '@dundun/platform/database';

/** Somebody who goes through a test. */
export interface TestPerson extends Record<string, unknown> {
  id: string;
  uid: string;
  email: string | null;
  number: string | null;
  first_name: string | null;
  last_name: string | null;
  tz: string | null;
  meta: JsonObject;
}

/** What the workspace says of hours. */
export interface TestHours extends Record<string, unknown> {
  workspace_zone: string;
  email_quiet: Hours | null;
  sms_quiet: Hours | null;
}

const FIND = `
  SELECT id, uid, email, number, first_name, last_name, tz, meta FROM people WHERE workspace_id = $1 AND id = $2`;
const HOURS = `
  SELECT time_zone AS workspace_zone, email_quiet_hours AS email_quiet, sms_quiet_hours AS sms_quiet FROM workspaces WHERE id = $1`;
const IMAGINE = `
  INSERT INTO people (workspace_id, id, uid, uid_updateable, email, number, first_name, last_name, tz, meta)
  VALUES ($1, $2, $3, false, $4, $5, $6, $7, $8, $9)`;

/** Takes a transaction back that did what it was for. */
class TakenBack extends Error {}

/** Reads the people of tests, and asks about people who are made up. */
@Injectable()
export class TestPeople {
  constructor(@Inject(Database) private readonly database: Database) {}

  async find(workspaceId: number, id: string): Promise<TestPerson | undefined> {
    const [person] = await this.database.query<TestPerson>(FIND, [workspaceId, id]);
    return person;
  }

  async hours(workspaceId: number): Promise<TestHours> {
    const [hours] = await this.database.query<TestHours>(HOURS, [workspaceId]);
    if (!hours) throw new Error('the workspace is gone');
    return hours;
  }

  /**
   * Asks about somebody who is made up as if there was that person. The row is there only for the statements of `ask`, and is taken
   * back: the conditions of segments are decided in SQL alone.
   */
  async imagine<T>(workspaceId: number, person: TestPerson, ask: () => Promise<T>): Promise<T> {
    const { id, email, number, first_name, last_name, tz, meta } = person;
    let answer: { value: T } | undefined;
    const asked = this.database.transaction(async () => {
      await this.database.execute(IMAGINE, [workspaceId, id, newId(), email, number, first_name, last_name, tz, meta]);
      answer = { value: await ask() };
      throw new TakenBack();
    });
    await asked.catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error;
    });
    if (!answer) throw new Error('nothing was asked');
    return answer.value;
  }
}
