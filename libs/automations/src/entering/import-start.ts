import type { AutomationTrigger } from '@dundun/domain';

/** Whether an automation starts with the import, in spite of it, or on a later day. */
type ImportStart = 'now' | 'never' | 'later';

/**
 * Says what an import does with an automation. Old facts start nothing, unless the trigger takes them.
 * @param lists those that the people join @returns null if the import is nothing to the trigger
 */
export function importStart(trigger: AutomationTrigger, lists: readonly string[]): ImportStart | null {
  switch (trigger.kind) {
    case 'list':
      return lists.includes(trigger.list) ? startOf(trigger) : null;
    case 'segment':
      return startOf(trigger);
    case 'date':
    case 'schedule':
      return 'later';
    case 'event':
    case 'api':
      return null;
  }
}

const startOf = ({ old_facts }: Pick<AutomationTrigger, 'old_facts'>): ImportStart => (old_facts ? 'now' : 'never');
