import type { ListView } from '@dundun/client';

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns the lists whose title or description contains every word of a text, without regard to case and accents. */
export function listsMatching(lists: readonly ListView[], text: string): ListView[] {
  const wanted = plain(text).split(/\s+/).filter(Boolean);
  return lists.filter(({ title, description }) => {
    const said = plain(`${title} ${description ?? ''}`);
    return wanted.every((word) => said.includes(word));
  });
}
