import type { MemberView } from '@dundun/client';

type Named = Pick<MemberView, 'first_name' | 'last_name' | 'email' | 'number'>;

export const fullName = (person: Named) => [person.first_name, person.last_name].filter(Boolean).join(' ');

/** What to call somebody, whatever is known of them. */
export function callName(person: Named, otherwise: string): string {
  return fullName(person) || person.email || (person.number && `+${person.number}`) || otherwise;
}

/** How they are reached, without what is their name already. */
export function reach(person: Named): string[] {
  const number = person.number ? `+${person.number}` : null;
  return [person.email, number].filter((one): one is string => Boolean(one) && one !== callName(person, ''));
}
