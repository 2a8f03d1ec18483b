// Checks that every package a start installs may be used, changed and redistributed. Reads the lock file, so that it covers the
// packages of other platforms too, and a package's own package.json where the lock file names no licence.
import { existsSync, readFileSync } from 'node:fs';
import { inRoot } from './root.mjs';

const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
]);

/** Accepted for the reason given. */
const EXCEPTIONS = [
  { name: /^slick$/, reason: 'MIT, followed by the address of its text' },
  {
    name: /^lightningcss(-|$)/,
    reason: 'MPL-2.0, a tool that builds the style sheet of the console; none of it is shipped',
  },
  {
    name: /^@img\/sharp-/,
    reason: "libvips (LGPL) as a shared library, optional: Next's image optimiser, which the console does not use",
  },
];

const json = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Returns whether an SPDX expression permits an allowed licence. False for nested brackets, which a person has to judge. */
function isAllowed(expression) {
  const text = expression.replace(/^\(([^()]*)\)$/, '$1');
  if (/[()]/.test(text)) return false;
  if (text.includes(' OR ')) return text.split(' OR ').some(isAllowed);
  if (text.includes(' AND ')) return text.split(' AND ').every(isAllowed);
  return ALLOWED.has(text.trim());
}

function licenceOf(path, entry) {
  const file = inRoot(path, 'package.json');
  const stated = entry.license ?? (existsSync(file) ? json(file).license : undefined);
  return typeof stated === 'object' ? stated.type : stated;
}

const production = Object.entries(json(inRoot('package-lock.json')).packages)
  .filter(([path, entry]) => path.includes('node_modules/') && !entry.dev && !entry.link)
  .map(([path, entry]) => ({ name: path.split('node_modules/').pop(), licence: licenceOf(path, entry) }));
const faults = production
  .filter(({ licence }) => licence === undefined || !isAllowed(licence))
  .filter(({ name }) => !EXCEPTIONS.some((exception) => exception.name.test(name)));

for (const { name, licence } of faults)
  console.error(`${name}: ${licence ?? 'no licence'} is not on the list of allowed licences`);
console.log(`${production.length} production packages, ${faults.length} with a licence that is not allowed`);
process.exit(faults.length > 0 ? 1 : 0);
