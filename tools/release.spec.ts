import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { publishedManifest } from './release/pack-library.mjs';
import { inRoot } from './root.mjs';

const read = (path: string) => readFileSync(inRoot(path), 'utf8');
const manifestOf = (library: string) => JSON.parse(read(`libs/${library}/package.json`));
const REPOSITORY = 'https://git.example.com/dundun/dundun';
const IDENTITY = { ACTIONS_ID_TOKEN_REQUEST_URL: 'https://token.example.com' };

describe('publishedManifest', () => {
  it('names the source, and leaves out what only this workspace reads', () => {
    const published = publishedManifest(manifestOf('sdk-node'), REPOSITORY, {});
    expect(published).toMatchObject({
      name: '@dundun/node',
      repository: { type: 'git', url: `git+${REPOSITORY}.git` },
      homepage: `${REPOSITORY}#readme`,
    });
    expect(JSON.stringify(published)).not.toMatch(/"nx"|@dundun\/source/);
  });

  it.each([
    [
      'asks for a provenance in a workflow that can prove it',
      REPOSITORY,
      IDENTITY,
      { access: 'public', provenance: true },
    ],
    ['asks for none elsewhere', REPOSITORY, {}, { access: 'public' }],
    ['asks for none without a source', undefined, IDENTITY, { access: 'public' }],
  ])('%s', (_, repository, environment, expected) => {
    expect(publishedManifest(manifestOf('sdk-browser'), repository, environment).publishConfig).toEqual(expected);
  });
});

describe('the pages of the libraries', () => {
  it.each([
    ['sdk-node', ['libs/sdk-node/README.md', 'docs/quickstarts/node.md']],
    ['sdk-browser', ['libs/sdk-browser/README.md', 'docs/quickstarts/browser.md']],
    ['mcp', ['libs/mcp/README.md']],
  ])('name the release file of %s', (library, pages) => {
    const { name, version } = manifestOf(library);
    const file = `release/${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
    for (const page of pages) expect(read(page)).toContain(file);
  });
});
