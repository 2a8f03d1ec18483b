import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cannot } from '../cannot.mjs';
import { run, tail } from '../run.mjs';
import { readJson } from '../start/small-file.mjs';

/**
 * Packs a built library as npm would, with a manifest for its users.
 * @param to folder of the file
 * @param repository web address of the source, if known
 * @returns path of the tarball
 */
export async function packLibrary(library, { to, repository }) {
  const folder = mkdtempSync(join(tmpdir(), 'dundun-release-'));
  try {
    for (const name of ['dist', 'README.md', 'LICENSE'])
      cpSync(join(library, name), join(folder, name), { recursive: true });
    const manifest = publishedManifest(readJson(join(library, 'package.json')), repository);
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    const { code, stdout, stderr } = await run(
      'npm',
      ['pack', '--json', '--ignore-scripts', '--pack-destination', to],
      {
        cwd: folder,
      },
    );
    if (code !== 0) throw new Cannot(`npm could not pack ${manifest.name}:\n${tail(stderr)}`);
    const [{ filename }] = Object.values(JSON.parse(stdout));
    return join(to, filename);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Returns the manifest without what only this workspace reads. A provenance can be proven only by a workflow with an identity, for
 * a package that names its source; asking for it elsewhere makes `npm publish` fail.
 */
export function publishedManifest(source, repository, environment = process.env) {
  const manifest = without(source, 'nx');
  const canProve = repository !== undefined && environment.ACTIONS_ID_TOKEN_REQUEST_URL !== undefined;
  return {
    ...manifest,
    ...(manifest.exports && { exports: withoutSources(manifest.exports) }),
    ...(repository !== undefined && {
      repository: { type: 'git', url: `git+${repository}.git` },
      homepage: `${repository}#readme`,
      bugs: `${repository}/issues`,
    }),
    publishConfig: { access: 'public', ...(canProve && { provenance: true }) },
  };
}

const withoutSources = (exports) =>
  Object.fromEntries(
    Object.entries(exports).map(([path, target]) => {
      if (typeof target === 'string') return [path, target];
      return [path, without(target, '@dundun/source')];
    }),
  );

const without = (object, name) => Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
