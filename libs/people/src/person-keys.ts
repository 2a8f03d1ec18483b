import { emailKey } from '@dundun/domain';
import type { Person } from './person.entity.js';

/** By what a person is found, in the order in which it counts. */
export const KEY_KINDS = ['email', 'number'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** An address, a number or a device of a workspace, in the one spelling that all its spellings share. */
export interface PersonKey {
  workspaceId: number;
  kind: KeyKind | 'device';
  value: string;
}

/** A key whose row this transaction holds. */
export interface ClaimedKey extends PersonKey {
  /** Who would be made if nobody has the key. */
  proposedId: string;
  /** Whom the row names. It can be somebody who has let go of the key since: the person's own row decides. */
  storedId: string;
  /** Everybody who can turn out to have the key. */
  candidates: Set<string>;
  /** Whether several had it when it was read. */
  isShared: boolean;
}

export const personKeyText = ({ workspaceId, kind, value }: PersonKey) => `${workspaceId} ${kind} ${value}`;

/** The value under which a person with this email or number is found; null when there is none. */
export function keyValue(person: Partial<Pick<Person, KeyKind>>, kind: KeyKind): string | null {
  const value = person[kind] ?? null;
  return value !== null && kind === 'email' ? emailKey(value) : value;
}

/** All by which this person could be found or reached. */
export function keysOf(person: Person): PersonKey[] {
  const { workspaceId } = person;
  const named = KEY_KINDS.flatMap((kind): PersonKey[] => {
    const value = keyValue(person, kind);
    return value === null ? [] : [{ workspaceId, kind, value }];
  });
  return [...named, ...person.devices.map(({ token }): PersonKey => ({ workspaceId, kind: 'device', value: token }))];
}

/** Whether the person has the key, whomever its row names. */
export function hasKey(person: Person, { kind, value }: PersonKey): boolean {
  return kind === 'device' ? person.devices.some(({ token }) => token === value) : keyValue(person, kind) === value;
}
