/** @slow runs calls in several languages */
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { Script } from 'node:vm';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { operationsOf, readDocument, type Operation } from './support/openapi.js';
import { useWorkspace } from './support/product.js';
import { itWith } from './support/programs.js';

const run = promisify(execFile);

describe('the calls that the reference shows', () => {
  const subject = useWorkspace();
  let operations: Operation[];

  beforeAll(async () => {
    operations = operationsOf(await readDocument(subject));
  });

  const sourcesOf = (label: string) =>
    operations.map((operation) => operation['x-codeSamples']?.find((each) => each.label === label)?.source ?? '');
  /** The call of one operation, at the address of this installation. */
  const sourceOf = (operationId: string, label: string) => {
    const at = operations.findIndex((operation) => operation.operationId === operationId);
    return sourcesOf(label)[at] ?? '';
  };
  const environment = () => ({
    ...process.env,
    DUNDUN_API_KEY: subject.product.apiKey,
    DUNDUN_API_SECRET: subject.product.apiSecret,
  });
  const feed = async (program: string, args: string[], input: string) => {
    const running = run(program, args, { env: environment() });
    running.child.stdin?.end(input);
    return (await running).stdout;
  };

  it('are JavaScript that Node reads', () => {
    for (const source of sourcesOf('Node')) expect(() => new Script(`async () => {\n${source}\n}`)).not.toThrow();
  });

  itWith('python3')('are Python that Python reads', async () => {
    const check = 'import json, sys\nfor source in json.load(sys.stdin): compile(source, "sample", "exec")';
    await feed('python3', ['-c', check], JSON.stringify(sourcesOf('Python')));
  });

  itWith('php')('are PHP that PHP reads', async () => {
    const check =
      'foreach (json_decode(stream_get_contents(STDIN)) as $source) token_get_all("<?php " . $source, TOKEN_PARSE);';
    await feed('php', ['-r', check], JSON.stringify(sourcesOf('PHP')));
  });

  it('are Go with every import used', () => {
    for (const source of sourcesOf('Go')) {
      const [, imports = ''] = /import \(([^)]*)\)/.exec(source) ?? [];
      for (const name of imports.match(/\w+(?=")/g) ?? []) expect(source).toContain(`${name}.`);
    }
  });

  const EXAMPLES = ['createList', 'trackEvent', 'listUsers', 'getAccount'];
  itWith('curl')(
    'work with curl',
    async () => {
      for (const id of EXAMPLES) {
        const answer = JSON.parse(await feed('bash', ['-c', `${sourceOf(id, 'curl')} -s`], '')) as { error?: string };
        expect([id, answer.error]).toEqual([id, undefined]);
      }
    },
    60_000,
  );

  it('work with Node', async () => {
    for (const id of EXAMPLES)
      expect([id, await feed(process.execPath, ['--input-type=module'], sourceOf(id, 'Node'))]).toEqual([
        id,
        expect.stringMatching(/^200 /),
      ]);
  });

  /** They use the package that most Python programs use for HTTP; it is no part of Python. */
  const hasRequests = spawnSync('python3', ['-c', 'import requests']).status === 0;
  (hasRequests ? it : it.skip)(
    'work with Python that has the package requests',
    async () => {
      for (const id of EXAMPLES) {
        const answered = await feed('python3', ['-'], sourceOf(id, 'Python'));
        expect([id, answered]).toEqual([id, expect.stringMatching(/^200 /)]);
      }
    },
    60_000,
  );

  itWith('php')(
    'work with PHP',
    async () => {
      for (const id of EXAMPLES) {
        const answer = JSON.parse(await feed('php', ['-r', sourceOf(id, 'PHP')], '')) as { error?: string };
        expect([id, answer.error]).toEqual([id, undefined]);
      }
    },
    60_000,
  );
});
