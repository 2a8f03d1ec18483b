interface Named {
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  number: string | null;
}

const fullName = (person: Named) => [person.first_name, person.last_name].filter(Boolean).join(' ');

/** Returns the best available name of a person. */
export function callName(person: Named, otherwise: string): string {
  return fullName(person) || person.email || (person.number && `+${person.number}`) || otherwise;
}

/** Returns the contact details that are not already part of the name. */
export function reach(person: Named): string[] {
  const number = person.number ? `+${person.number}` : null;
  return [person.email, number].filter((one): one is string => Boolean(one) && one !== callName(person, ''));
}

/** The address of a profile. The uid is in the query: it may contain characters that a path cannot. */
export const profilePath = (uid: string) => `/people/profile?uid=${encodeURIComponent(uid)}`;
