import type { SessionView } from '@dundun/client';
import { PLACES, SETTINGS, TASKS, offered } from './places';
import { words } from './words';

/** Something the palette can do. */
export interface Command {
  id: string;
  label: string;
  group: string;
  href?: string;
  run?: () => void;
}

/** Returns the commands of a member that only lead somewhere. */
export const placeCommands = (member: SessionView['member']): Command[] => [
  ...offered(PLACES.flat().concat(SETTINGS), member)
    .filter(({ href }) => href !== '/settings')
    .map(({ href, label }) => ({ id: href, label, href, group: words.goTo })),
  ...offered(TASKS, member).map(({ href, label }) => ({ id: href, label, href, group: words.doIt })),
];

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns the commands that contain every word of the text, those that begin with it first. */
export function matching(commands: readonly Command[], text: string): Command[] {
  const wanted = plain(text).split(/\s+/).filter(Boolean);
  const hits = commands.filter(({ label, group }) => wanted.every((word) => plain(`${label} ${group}`).includes(word)));
  const begins = ({ label }: Command) => (plain(label).startsWith(wanted[0] ?? '') ? 0 : 1);
  return wanted.length === 0 ? hits : [...hits].sort((one, other) => begins(one) - begins(other));
}
