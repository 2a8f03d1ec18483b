import { describe, expect, it } from '@jest/globals';
import { expectRefusal } from './support/answers.js';
import { operationsOf, readDocument } from './support/openapi.js';
import { useWorkspace } from './support/product.js';

describe('versioning', () => {
  const subject = useWorkspace();
  const { call } = subject;

  it('[9-1] every operation is under /v1, but for what the console alone uses and what others report to', async () => {
    const paths = operationsOf(await readDocument(subject)).map(({ path }) => path);
    expect(paths.filter((path) => !/^\/(v1|console|hooks)\//.test(path))).toEqual([]);
    expect(new Set(paths)).toEqual(
      new Set([
        ...paths,
        '/v1/lists',
        '/v1/lists/{id}',
        '/v1/lists/{id}/subscribers',
        '/v1/send/email',
        '/v1/send/sms',
      ]),
    );
    expectRefusal(await call('GET /v2/lists'), 404, 'unknown_route');
  });
});
