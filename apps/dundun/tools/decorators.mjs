import { readFile } from 'node:fs/promises';
import swc from '@swc/core';
import { inRoot } from '../../../tools/root.mjs';
import { readJson } from '../../../tools/start/small-file.mjs';

const options = readJson(inRoot('.swcrc'));
/** Of this workspace, and never below node_modules, whose files are JavaScript. */
const SOURCES = /[\\/](apps|libs)[\\/][^.]*[\\/]src[\\/].*\.ts$/;

/** An esbuild plugin that compiles our TypeScript with SWC: esbuild emits no metadata of decorators, which Nest and TypeORM read. */
export const decorators = {
  name: 'decorators',
  setup({ onLoad }) {
    onLoad({ filter: SOURCES }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const { code } = await swc.transform(source, {
        ...options,
        swcrc: false,
        configFile: false,
        filename: path,
        sourceMaps: 'inline',
        inlineSourcesContent: false,
      });
      return { contents: code, loader: 'js' };
    });
  },
};
