// Turns TypeScript and ES modules into the CommonJS that Jest runs.
import { createHash } from 'node:crypto';
import { basename, relative } from 'node:path';
import { transformSync, version } from '@swc/core';

/** Jest's key and source maps name absolute paths, so every clone would start with an empty cache. Ours name the file within the clone. */
export default {
  createTransformer(options) {
    const tool = JSON.stringify({ version, options });
    return {
      process: (source, file) =>
        transformSync(source, { ...options, filename: file, sourceFileName: basename(file), sourceMaps: 'inline' }),
      getCacheKey: (source, file, { config }) =>
        createHash('sha256')
          .update(`${tool}\0${relative(config.rootDir, file)}\0${source}`)
          .digest('hex'),
    };
  },
};
