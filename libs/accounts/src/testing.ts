import { hash } from 'node:crypto';
import type { Database } from '@dundun/platform/database';
import { aWorkspace, until } from '@dundun/testing';
import { ApiKeys, type CreatedApiKey, type NewApiKey } from './credentials/api-keys.repository.js';
import { Seal } from '@dundun/platform/config';
import { Logins } from './logins/logins.repository.js';
import type { Member } from './team/member.entity.js';
import { Members } from './team/members.service.js';
import { Sessions } from './team/sessions.repository.js';

/** Seals what tests store. */
export const TEST_SEAL = new Seal(['ab'.repeat(32)]);

/** Creates a key in a new workspace. */
export async function aKey(
  database: Database,
  given: Partial<NewApiKey> = {},
): Promise<CreatedApiKey & { workspaceId: number }> {
  const workspaceId = given.workspaceId ?? (await aWorkspace(database));
  return { workspaceId, ...(await new ApiKeys(database).create({ ...given, workspaceId })) };
}

/** Creates a member in a new workspace, with the password `correct horse`. */
export async function aMember(database: Database, email = 'ada@example.com'): Promise<Member> {
  const members = new Members(database, new Sessions(database, TEST_SEAL), new Logins(database));
  return members.create({
    workspaceId: await aWorkspace(database),
    email,
    name: 'Ada',
    role: 'owner',
    password: 'correct horse',
  });
}

/** Solves a challenge of the sign-in. @returns the proof */
export function solve(challenge: string, bits: number): string {
  for (let solution = 0; ; solution++) {
    const proof = `${challenge}.${solution.toString(36)}`;
    if (hash('sha256', proof, 'buffer').readUInt32BE() >>> (32 - bits) === 0) return proof;
  }
}

/**
 * Polls until the answer is the new one.
 * @returns when the last request with the old answer began; the duration of a request does not count against the cache
 */
export async function lastOldAnswer(what: string, isNew: () => unknown): Promise<number> {
  let [last, asked] = [0, 0];
  const ask = () => {
    [last, asked] = [asked, performance.now()];
    return isNew();
  };
  await until(what, ask, { every: 5 });
  return last;
}
