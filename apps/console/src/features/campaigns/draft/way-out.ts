import { words } from '../words';

interface WayOut {
  href: string;
  label: string;
}

const { audience, content } = words.sections;

/** Where a problem is mended, by what its sentence speaks of. The first that fits counts. */
const WAYS: [RegExp, WayOut][] = [
  [/cannot be evaluated|still being built/, { href: '/segments', label: words.toSegments }],
  [/provider|free plan/, { href: '/settings/providers', label: words.toProviders }],
  [/domain|sender|profile/, { href: '/settings/domains', label: words.toDomains }],
  [/audience|segment|list|archived|nobody/, { href: '#audience', label: audience }],
  [/subject|html|mjml|text|template|liquid|variable|line|content/i, { href: '#content', label: content }],
];

/** Returns the place where a problem of the check is mended, if one is known. */
export const wayOutOf = (problem: string): WayOut | undefined => WAYS.find(([says]) => says.test(problem))?.[1];
