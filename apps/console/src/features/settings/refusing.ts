/** Says who reached a budget. @param name the network or the title of the list */
export function refusing(budget: string, name: string | null): string {
  if (budget === 'network') return name === 'unknown' || name === null ? 'An unknown network' : `The network ${name}`;
  if (budget === 'list') return name === null ? 'A list that no longer exists' : `The list “${name}”`;
  return budget === 'mailbox' ? 'One mailbox' : 'The whole workspace';
}
