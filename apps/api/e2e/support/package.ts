import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const ROOT = process.cwd();
const QUIET = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/** A folder with the package installed as published. */
export interface Consumer {
  folder: string;
  /** The files of the package. */
  files: string[];
  /** Runs code in a file. @returns its output; throws with it on failure */
  node(file: string, code: string, environment?: Record<string, string>): string;
  /** Type-checks these files. @returns the errors */
  typeCheck(files: Record<string, string>): string;
  remove(): void;
}

/** Makes the release file of a library, and installs it without a network. */
export function installPackage(library: string): Consumer {
  const folder = mkdtempSync(join(tmpdir(), 'dundun-package-'));
  run(process.execPath, ['tools/release.mjs', '--only', basename(library), '--to', folder], ROOT);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true }));
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) as string;
  run('npm', ['install', '--no-package-lock', ...QUIET, `./${tarball}`], folder);
  const write = (file: string, code: string) => writeFileSync(join(folder, file), code);
  return {
    folder,
    files: run('tar', ['-tzf', tarball], folder)
      .trim()
      .split('\n')
      .map((path) => path.replace(/^package\//, '')),
    node: (file, code, environment) => {
      write(file, code);
      return run(process.execPath, [file], folder, environment);
    },
    typeCheck: (files) => {
      for (const [file, code] of Object.entries(files)) write(file, code);
      const options = '--noEmit --strict --module nodenext --target es2022 --lib es2022,dom --types --pretty false';
      const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
      return spawnSync(process.execPath, [compiler, ...options.split(' '), ...Object.keys(files)], {
        cwd: folder,
        encoding: 'utf8',
      }).stdout;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function run(command: string, args: string[], cwd: string, environment: Record<string, string> = {}): string {
  const env = { ...process.env, ...environment };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8', timeout: 60_000 });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${String(status)}:\n${stdout}${stderr}`);
  return stdout;
}
