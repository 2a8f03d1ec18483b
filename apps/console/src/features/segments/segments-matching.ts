import type { Segment } from './queries';

/** Finds segments by name, label or sentence, and by one label exactly. */
export function segmentsMatching<Each extends Pick<Segment, 'name' | 'labels' | 'sentence'>>(
  segments: readonly Each[],
  search: string,
  label: string,
): Each[] {
  const wanted = search.trim().toLowerCase();
  return segments.filter(
    ({ name, labels, sentence }) =>
      (label === '' || labels.includes(label)) &&
      [name, sentence, ...labels].some((text) => text.toLowerCase().includes(wanted)),
  );
}
