import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../../../tools/root.mjs';
import { readJson } from '../../../tools/start/small-file.mjs';

const FILE = /^(licen[cs]e|notice|copying)([.-].*)?$/i;

/** The licence texts of npm packages that are shipped inside a bundle, by the folders of the packages relative to the workspace. */
export function licences(folders) {
  return folders
    .map((folder) => {
      const { name, version, license } = readJson(inRoot(folder, 'package.json'));
      const texts = readdirSync(inRoot(folder))
        .filter((file) => FILE.test(file))
        .map((file) => readFileSync(join(inRoot(folder), file), 'utf8').trim());
      return [`${name} ${version} (${license?.type ?? license ?? 'see below'})`, ...texts].join('\n\n');
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`);
}
