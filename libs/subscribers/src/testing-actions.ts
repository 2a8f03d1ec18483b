import type { SubscribeBody } from '@dundun/contracts';
import type { List } from '@dundun/lists';
import { Replayed } from '@dundun/platform/database';
import type { CommandResult } from './commands.js';
import { People } from './people.service.js';
import type { Person } from './person.entity.js';
import { anOrigin, callerOf, type Stage } from './testing.js';

/** What a test does on its stage, as short as it can be said. */
export function actionsOn(stage: () => Stage) {
  const keyed = () => callerOf(stage().workspaceId);
  return {
    async join(list: List, body: SubscribeBody, level: 'full' | 'key' = 'full'): Promise<CommandResult> {
      const { memberships, workspaceId } = stage();
      const joined = await memberships.join(callerOf(workspaceId, level), list.id, body, anOrigin);
      if (joined instanceof Replayed) throw new Error('replayed');
      return joined;
    },
    put: (list: List, uid: string, subscribed: boolean): Promise<boolean> =>
      stage().memberships.setSubscribed(keyed(), list.id, uid, subscribed, anOrigin),
    remove: (list: List, uid: string): Promise<void> => stage().memberships.remove(keyed(), list.id, uid, anOrigin),
    confirm: (token: string): Promise<void> => stage().memberships.confirm(token, 'what was shown', anOrigin),
    async personOf(uid: string): Promise<Person> {
      const person = await new People(stage().database).findByUid(stage().workspaceId, uid);
      if (!person) throw new Error(`nobody has the uid ${uid}`);
      return person;
    },
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
