import type { Members } from '@dundun/accounts';
import type { Caller } from '@dundun/platform/http';

/** Returns the email address of the member who calls, or `an API key`. */
export async function authorOf(members: Members, { workspaceId, memberId }: Caller): Promise<string> {
  const member = memberId === undefined ? null : await members.find(workspaceId, memberId);
  return member?.email ?? 'an API key';
}
