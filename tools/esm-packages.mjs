import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Lists the packages in node_modules that contain ES modules, for Jest's transform pattern. */
export function esmPackages(root) {
  const found = new Set();
  const visit = (folder) => {
    if (!existsSync(folder)) return;
    for (const name of readdirSync(folder)) {
      if (name.startsWith('.')) continue;
      if (name.startsWith('@')) {
        visit(join(folder, name));
        continue;
      }
      const manifest = join(folder, name, 'package.json');
      if (!existsSync(manifest)) continue;
      const { type, name: full, exports } = JSON.parse(readFileSync(manifest, 'utf8'));
      if (type === 'module' || JSON.stringify(exports ?? '').includes('.mjs')) found.add(full ?? name);
      visit(join(folder, name, 'node_modules'));
    }
  };
  visit(join(root, 'node_modules'));
  return [...found].filter((name) => !name.startsWith('@dundun/'));
}
