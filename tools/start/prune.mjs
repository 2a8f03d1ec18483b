import { readdirSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Files for debuggers, editors and readers. Licence texts stay. */
const UNREAD = /(\.map|\.tsx?|\.[cm]ts|\.flow|\.md|\.markdown)$/i;
const LICENCE = /^(licen[cs]e|notice|copying)/i;

const UNUSED = [
  /^(@[^/]+\/)?[^/]+\/(tests?|__tests__|docs)$/,
  // Variants of Next and TypeORM that a production build on Node does not load.
  /^next\/dist\/compiled\/[^/]+-experimental$/,
  /^next\/dist\/compiled\/next-server\/.*(experimental|\.dev)\b.*\.js$/,
  /^next\/dist\/docs$/,
  /^typeorm\/browser$/,
  // Next reads its configuration with the API of TypeScript: not the compiler's command line and its translations.
  /^typescript\/lib\/(_tsc\.js|[a-z]{2}(-[a-z]+)?)$/,
  // Next's optional image optimiser, which the console does not use.
  /^(@img|sharp)$/,
];

/** Next refuses to build without the types of React and Node. */
const KEPT = /^@types$/;

/** Deletes from node_modules what neither a build nor a run reads: about two fifths of its size. */
export function prune(modules) {
  const visit = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const name = relative(modules, path).split(sep).join('/');
      if (UNUSED.some((pattern) => pattern.test(name))) rmSync(path, { recursive: true });
      else if (entry.isDirectory() && !KEPT.test(name)) visit(path);
      else if (entry.isFile() && UNREAD.test(entry.name) && !LICENCE.test(entry.name)) rmSync(path);
    }
  };
  visit(modules);
}
