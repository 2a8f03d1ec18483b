import { emailKey } from '@dundun/domain';
import type { Person } from './person.entity.js';

/** The kinds of keys that find a person, in order of precedence. */
export const KEY_KINDS = ['email', 'number'] as const;
export type MatchKeyKind = (typeof KEY_KINDS)[number];

/** An address, number or device of a workspace, in its normalized spelling. */
export interface PersonKey {
  workspaceId: number;
  kind: MatchKeyKind | 'device';
  value: string;
}

/** A key whose row the transaction has locked. */
export interface ClaimedKey extends PersonKey {
  /** The id of a new person, if the key has no holder. */
  proposedId: string;
  /** The person named by the row. They may have released the key since: the person's own row decides. */
  storedId: string;
  /** All people who may have the key. */
  candidates: Set<string>;
  /** Whether several people had the key when it was read. */
  isShared: boolean;
}

export const personKeyText = ({ workspaceId, kind, value }: PersonKey) => `${workspaceId} ${kind} ${value}`;

/** Returns the normalized email or number of the person; null without one. */
export function keyValue(person: Partial<Pick<Person, MatchKeyKind>>, kind: MatchKeyKind): string | null {
  const value = person[kind] ?? null;
  return value !== null && kind === 'email' ? emailKey(value) : value;
}

/** Returns all keys of the person: email, number and devices. */
export function keysOf(person: Person): PersonKey[] {
  const { workspaceId } = person;
  const named = KEY_KINDS.flatMap((kind): PersonKey[] => {
    const value = keyValue(person, kind);
    return value === null ? [] : [{ workspaceId, kind, value }];
  });
  return [...named, ...person.devices.map(({ token }): PersonKey => ({ workspaceId, kind: 'device', value: token }))];
}

/** Whether the person has the key, whichever person its row names. */
export function hasKey(person: Person, { kind, value }: PersonKey): boolean {
  return kind === 'device' ? person.devices.some(({ token }) => token === value) : keyValue(person, kind) === value;
}
