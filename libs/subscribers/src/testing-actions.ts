import type { SubscribeBody } from '@dundun/contracts';
import type { List } from '@dundun/lists';
import { Replayed } from '@dundun/platform/database';
import { People, type Person, type UserValues } from '@dundun/people';
import type { CommandResult, UserCommand, UserResult } from './memberships/commands.js';
import { anOrigin, callerOf, type Stage } from './testing.js';

const FORGET_MEMBERSHIPS = `
  WITH gone AS (
    DELETE FROM memberships WHERE workspace_id = $1 AND person_id = $2 RETURNING list_id, status <> 'unsubscribed' AS counted)
  UPDATE list_counters c SET subscribers = c.subscribers - 1 FROM gone
  WHERE c.workspace_id = $1 AND c.list_id = gone.list_id AND gone.counted AND c.slot = (
    SELECT min(slot) FROM list_counters other WHERE other.workspace_id = $1 AND other.list_id = gone.list_id)`;

/** Short actions of a test on its stage. */
export function actionsOn(stage: () => Stage) {
  const keyed = () => callerOf(stage().workspaceId);
  const personOf = async (uid: string): Promise<Person> => {
    const person = await new People(stage().database).findByUid(stage().workspaceId, uid);
    if (!person) throw new Error(`no person has the uid ${uid}`);
    return person;
  };
  return {
    async join(list: List, body: SubscribeBody, level: 'full' | 'key' = 'full'): Promise<CommandResult> {
      const { memberships, workspaceId } = stage();
      const joined = await memberships.join(callerOf(workspaceId, level), list.id, body, anOrigin);
      if (joined instanceof Replayed) throw new Error('replayed');
      return joined;
    },
    /** Makes a user call. @param uid null for the person with the email, else with the number */
    async write(
      uid: string | null,
      fields: UserValues = {},
      { level = 'full', ...more }: Partial<UserCommand> & { level?: 'full' | 'key' } = {},
    ): Promise<UserResult> {
      const written = await stage().users.write(aUserCommand(stage().workspaceId, uid, fields, level, more));
      if (written instanceof Replayed) throw new Error('replayed');
      return written;
    },
    /** Removes a person like an erasure. */
    async erase(uid: string): Promise<void> {
      const { database, keys, workspaceId } = stage();
      const { id } = await personOf(uid);
      await database.transaction(async () => {
        const locked = 'SELECT FROM people WHERE workspace_id = $1 AND id = $2 FOR UPDATE';
        await database.query(locked, [workspaceId, id]);
        await database.execute(FORGET_MEMBERSHIPS, [workspaceId, id]);
        await database.execute('DELETE FROM people WHERE workspace_id = $1 AND id = $2', [workspaceId, id]);
        await keys.release(workspaceId, id);
      });
    },
    put: (list: List, uid: string, subscribed: boolean): Promise<boolean> =>
      stage().memberships.setSubscribed(keyed(), list.id, uid, subscribed, anOrigin),
    remove: (list: List, uid: string): Promise<void> => stage().memberships.remove(keyed(), list.id, uid, anOrigin),
    confirm: (token: string): Promise<void> => stage().memberships.confirm(token, 'what was shown', anOrigin),
    personOf,
    async peopleCount(): Promise<number> {
      const people = 'SELECT 1 FROM people WHERE workspace_id = $1';
      return (await stage().database.query(people, [stage().workspaceId])).length;
    },
    keys(): Promise<{ kind: string; value: string }[]> {
      const keys = 'SELECT kind, value FROM person_keys WHERE workspace_id = $1 ORDER BY 1, 2';
      return stage().database.query(keys, [stage().workspaceId]);
    },
  };
}

export const aUserCommand = (
  workspaceId: number,
  named: string | null,
  fields: UserValues,
  level: 'full' | 'key' = 'full',
  more: Partial<UserCommand> = {},
): UserCommand => ({
  kind: level === 'full' ? 'user' : 'user_by_key',
  workspaceId,
  named,
  creates: true,
  fields,
  joins: [],
  leaves: [],
  accounts: [],
  leavesAccounts: [],
  evidence: { ...anOrigin, method: level === 'full' ? 'api' : 'api_key' },
  ...more,
});
