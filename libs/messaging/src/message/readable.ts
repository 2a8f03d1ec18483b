import { hasRole } from '@dundun/domain';
import type { Caller } from '@dundun/platform/http';
import type { EmailContent, SmsContent } from './message.js';

/** Returns whether a caller may read a content. Some mail to members contains a link that gives rights, such as an invitation. */
export function mayRead({ role = 'admin' }: Pick<Caller, 'role'>, content: EmailContent | SmsContent | null): boolean {
  const readableFrom = content && 'readableFrom' in content ? content.readableFrom : undefined;
  return readableFrom === undefined || hasRole(role, readableFrom);
}
