import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

/** Returns what would trouble the users of a packed library, one sentence each. */
export async function faultsOf(tarball) {
  const data = readFileSync(tarball);
  const { messages, pkg } = await publint({
    pack: { tarball: data.buffer.slice(data.byteOffset, data.byteOffset + data.length) },
  });
  // The minified file is for script tags, which read no types.
  const checked = createPackageFromTarballData(new Uint8Array(data));
  const { types, problems = [] } = await checkPackage(checked, { excludeEntrypoints: [/\.min\.js$/] });
  return [
    ...messages
      .filter(({ type }) => type !== 'suggestion')
      .map((message) => formatMessage(message, pkg, { color: false })),
    // A program without an API, such as a command, has no types.
    ...(types === false && pkg.exports === undefined ? [] : problems).map(
      ({ kind, entrypoint = '', resolutionKind = '' }) => `types: ${kind} ${entrypoint} ${resolutionKind}`.trim(),
    ),
  ];
}
