/** @slow opens the reference in a browser */
import { describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { expectRefusal } from './support/answers.js';
import { aList, anAddress, anEmail, anSms, aNumber, NOBODY } from './support/fixtures.js';
import {
  answerSchemaOf,
  bodyExampleOf,
  exampleOf,
  operationsOf,
  readDocument,
  type Operation,
} from './support/openapi.js';
import { useWorkspace } from './support/product.js';
import { inBrowser } from './support/quick-starts.js';
import { bodyFor } from './support/bodies.js';
import { filled, parametersFor } from './support/requests.js';

const ANY_ORIGIN = /(?:src|href|action)\s*=\s*["']?\s*(?:https?:)?\/\//i;

/** Waits until the examples are those of the workspace. @throws with the sentence of the panel when it was refused */
async function filledIn(panel: Locator): Promise<void> {
  const refused = panel.getByRole('status').filter({ hasText: /^(?!Looking)./ });
  const end = panel.getByText('The examples use').or(refused);
  await end.waitFor();
  expect(await end.textContent()).toContain('The examples use');
}

/** A campaign that starts at once needs a list with readers; the tests of campaigns by one call try it. */
const NEEDS_READERS = 'Created and started';

describe('the reference at /docs', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const page = (path: string) => call(`GET ${path}`, { as: 'none' });

  it('loads nothing from other origins', async () => {
    const { status, headers, text } = await page('/docs');
    expect([status, headers.get('Content-Type')?.split(';')[0]]).toEqual([200, 'text/html']);
    expect(text).toMatch(/<title>Dundun<\/title>/);
    expect(text).not.toMatch(ANY_ORIGIN);
    const parts = [...text.matchAll(/(?:src|href)=["']([^"'#]+)["']/g)].map(([, path]) => path as string);
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) {
      const url = new URL(part, `${subject.product.apiUrl}/docs`);
      expect(url.origin).toBe(subject.product.apiUrl);
      const file = await page(url.pathname);
      expect([part, file.status]).toEqual([part, 200]);
      if (/\.css$/.test(url.pathname)) expect(file.text).not.toMatch(/url\(\s*["']?(?:https?:)?\/\//i);
    }
  });

  it('remembers typed credentials, and calls no validator', async () => {
    const { text } = await page('/docs/swagger-ui-init.js');
    expect(text).toMatch(/"persistAuthorization":\s*true/);
    expect(text).toMatch(/"validatorUrl":\s*null/);
  });

  it('fits a phone, with its first operation near the top and the codes folded', async () => {
    await inBrowser(`${subject.product.apiUrl}/docs`, async ({ tab, errors }) => {
      await tab.setViewportSize({ width: 390, height: 844 });
      await tab.waitForSelector('.opblock');
      const top = await tab.evaluate<number>(`document.querySelector('.opblock').getBoundingClientRect().top`);
      expect(top).toBeLessThan(2 * 844);
      const overflow = () =>
        tab.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      expect(await overflow()).toBe(0);
      await tab.evaluate(`document.querySelectorAll('details').forEach((each) => { each.open = true })`);
      expect(await tab.locator('.info table').isVisible()).toBe(true);
      expect(await overflow()).toBe(0);
      expect(errors).toEqual([]);
    });
  });

  it('leads a visitor of / to the reference, and language models to an overview', async () => {
    const root = await page('/');
    expect([root.status, root.headers.get('Location')]).toEqual([302, '/docs']);
    const { status, headers, text } = await page('/llms.txt');
    expect([status, headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toMatch(/^# Dundun\n/);
    for (const { route, summary } of operationsOf(await readDocument(subject)))
      expect(text).toContain(`\`${route}\`: ${summary}`);
  });

  it('shows a call in five languages, and remembers the chosen one', async () => {
    await inBrowser(`${subject.product.apiUrl}/docs#/Sends/sendEmail`, async ({ tab, errors }) => {
      const samples = tab.locator('#operations-Sends-sendEmail .code-samples');
      await samples.waitFor();
      const tabs = samples.locator('[role=tab]');
      expect(await tabs.allTextContents()).toEqual(['curl', 'Node', 'Python', 'PHP', 'Go']);
      await tabs.nth(2).click();
      expect(await samples.locator('code').textContent()).toContain('requests.post(');
      await tab.reload();
      await samples.waitFor();
      expect(await samples.locator('code').textContent()).toContain('requests.post(');
      expect(errors).toEqual([]);
    });
  });

  it('has the operations of the console on a page of their own', async () => {
    const pathsOf = async (path: string) => {
      const { text } = await page(`${path}/swagger-ui-init.js`);
      return [...new Set([...text.matchAll(/^ {6}"(\/[^"]*)": \{$/gm)].map(([, each]) => each as string))];
    };
    const [main, console] = [await pathsOf('/docs'), await pathsOf('/docs-console')];
    expect(main).toEqual(expect.arrayContaining(['/v1/send/email', '/console/webhooks']));
    expect(console).toEqual(expect.arrayContaining(['/console/templates', '/console/members']));
    expect(console.every((path) => path.startsWith('/console/'))).toBe(true);
    expect(main.filter((path) => console.includes(path))).toEqual([]);
    const { paths } = await readDocument(subject);
    expect([...main, ...console].sort()).toEqual(Object.keys(paths).sort());
    await inBrowser(`${subject.product.apiUrl}/docs-console#/Templates/listTemplates`, async ({ tab, errors }) => {
      await tab.locator('#operations-Templates-listTemplates .code-samples').waitFor();
      expect(await tab.locator('.info a[href="/docs"]').isVisible()).toBe(true);
      expect(errors).toEqual([]);
    });
  });

  it('fills the examples with the own domain and ids that exist, when asked', async () => {
    await inBrowser(`${subject.product.apiUrl}/docs#/Sends/sendEmail`, async ({ tab, errors }) => {
      const panel = tab.locator('.own-examples');
      const use = panel.getByRole('button', { name: 'Use my workspace' });
      await use.click();
      await panel.getByText('Choose "Authorize" first').waitFor();
      const { apiKey, apiSecret } = subject.product;
      await tab.evaluate(
        `ui.authActions.authorizeWithPersistOption({ basic: { name: 'basic', schema: { type: 'http', scheme: 'basic' }, value: { username: '${apiKey}', password: '${apiSecret}' } } })`,
      );
      await use.click();
      await filledIn(panel);
      expect(errors).toEqual([]);
      const operations = await tab.evaluate<Operation[]>(`Object.entries(ui.specSelectors.specJson().toJS().paths)
        .flatMap(([path, item]) => Object.entries(item).map(([method, each]) => ({ ...each, path, method: method.toUpperCase(), route: method.toUpperCase() + ' ' + path })))`);
      const list = (await call('GET /v1/lists')).body.data.find(({ title }: { title: string }) => title === 'Examples');
      const of = (route: string) => operations.find((each) => each.route === route) as Operation;
      expect(of('GET /v1/lists/{id}').parameters?.find(({ name }) => name === 'id')).toMatchObject({
        example: list.id,
      });
      for (const route of [
        'GET /v1/lists/{id}',
        'GET /v1/users/{uid}',
        'GET /v1/messages/{id}',
        'GET /v1/users/{uid}/events',
      ]) {
        const values = Object.fromEntries(
          (of(route).parameters ?? []).map(({ name, example }) => [name, String(example)]),
        );
        expect([route, (await call(`GET ${filled(of(route).path, values)}`)).status]).toEqual([route, 200]);
        expect(of(route)['x-codeSamples']?.[0]?.source).toContain(filled(of(route).path, values));
      }
      const [example] = Object.values(
        of('POST /v1/send/email').requestBody?.content['application/json']?.examples ?? {},
      );
      expect((await call('POST /v1/send/email', { body: example?.value })).status).toBe(200);
      // A second look makes nothing new.
      await Promise.all([tab.waitForEvent('load'), panel.getByRole('button', { name: 'Look again' }).click()]);
      await filledIn(panel);
      const titles = (await call('GET /v1/lists')).body.data.map(({ title }: { title: string }) => title);
      expect(titles.filter((title: string) => title === 'Examples')).toHaveLength(1);
    });
  });

  it('serves the document as JSON and YAML', async () => {
    const document = await readDocument(subject);
    expect(document.openapi).toMatch(/^3\.1\./);
    const yaml = await page('/docs-yaml');
    expect([yaml.status, yaml.text]).toEqual([200, expect.stringMatching(/^openapi: 3\.1\./m)]);
    // A keyword of OpenAPI 3.0 that 3.1 removed.
    expect(JSON.stringify(document)).not.toContain('"nullable"');
  });

  describe('every operation', () => {
    /** Returns the routes of operations that fail a check. */
    const lacking = async (isThere: (operation: Operation) => boolean) =>
      operationsOf(await readDocument(subject))
        .filter((operation) => !isThere(operation))
        .map(({ route }) => route);

    it('has a summary, a section, a description, an access level and a unique id', async () => {
      expect(await lacking(({ summary }) => /^[A-Z]\w+ .*[^.]$/.test(summary ?? ''))).toEqual([]);
      expect(await lacking(({ tags }) => tags?.length === 1)).toEqual([]);
      expect(await lacking(({ description }) => /redentials/.test(description ?? ''))).toEqual([]);
      expect(
        await lacking((operation) => ['none', 'key', 'secret', 'console'].includes(operation['x-access'] ?? '')),
      ).toEqual([]);
      const ids = operationsOf(await readDocument(subject)).map(({ operationId }) => operationId);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z0-9]*)+$|^sign(In|Out)$/.test(id ?? ''))).toEqual([]);
    });

    // Some examples name an account of their reader: a similar body is tried instead.
    it('has a working example of its body', async () => {
      const document = await readDocument(subject);
      expect(
        await lacking((operation) => !operation.requestBody || bodyExampleOf(document, operation) !== undefined),
      ).toEqual([]);
      for (const operation of operationsOf(document)) {
        const content = operation.requestBody?.content['application/json'];
        // These need a session, an owner, the token of a mail, the signature of a provider, an SMS whose outcome is unknown, a campaign
        // that was sent, or an approval that was asked for.
        const special =
          /^\/(console\/(session|me|password-resets|workspaces|workspace\/deletion)|hooks)\b|\/(settle|approve|decline)$|\/campaigns\/\{id\}\/(retry|links)$/;
        if (!content || special.test(operation.path)) continue;
        const named = Object.entries(content.examples ?? {})
          .filter(([name]) => name !== NEEDS_READERS)
          .map(([name, { value }]) => [name, value] as const);
        const only = (await bodyFor(operation, call)) ?? bodyExampleOf(document, operation);
        for (const [name, body] of named.length > 0 ? named : [['', only] as const]) {
          const route = `${operation.method} ${filled(operation.path, await parametersFor(operation, call))}`;
          const answer = await call(route, { body });
          expect([operation.route, name, answer.status, answer.body.error]).toEqual([
            operation.route,
            name,
            200,
            undefined,
          ]);
          expect(answer.headers.get('Dundun-Notice')).toBeNull();
        }
      }
    });

    it('has calls in five languages that name its route, and examples of its answers', async () => {
      const isWhole = (operation: Operation) => {
        const samples = operation['x-codeSamples'] ?? [];
        const start = operation.path.split('{')[0] as string;
        return samples.length === 5 && samples.every(({ source }) => source.includes(start));
      };
      expect(await lacking(isWhole)).toEqual([]);
      const shows = ({ responses }: Operation) => {
        const content = responses['200']?.content?.['application/json'];
        return !content || content.example !== undefined || content.examples !== undefined;
      };
      expect(await lacking(shows)).toEqual([]);
    });

    it('has an example of its answer', async () => {
      const document = await readDocument(subject);
      const hasExample = (operation: Operation) => {
        if (!operation.responses['200']?.content?.['application/json']) return true;
        const schema = answerSchemaOf(operation);
        const example = schema && exampleOf(document, schema);
        return typeof example === 'object' && example !== null && Object.keys(example).length > 0;
      };
      expect(await lacking(hasExample)).toEqual([]);
    });

    it('documents 200 and each error with its text, code and request id', async () => {
      const isWhole = ({ responses }: Operation) =>
        '200' in responses &&
        Object.entries(responses).every(([status, { description, headers, content }]) => {
          const [json, problem] = [content?.['application/json'], content?.['application/problem+json']];
          if (!description || !headers?.['Request-Id']) return false;
          if (status === '200') return content !== undefined;
          if (!json) return false;
          const text = (json.example as { error?: unknown } | undefined)?.error;
          return typeof text === 'string' && problem !== undefined && headers['Dundun-Error'] !== undefined;
        });
      expect(await lacking(isWhole)).toEqual([]);
      const waits = ({ responses }: Operation) =>
        ['429', '503'].every(
          (status) => !responses[status] || responses[status]?.headers?.['Retry-After'] !== undefined,
        );
      expect(await lacking(waits)).toEqual([]);
    });

    it('documents the errors of its kind', async () => {
      const has =
        (...statuses: number[]) =>
        ({ responses }: Operation) =>
          statuses.every((status) => String(status) in responses);
      expect(await lacking(has(503))).toEqual([]);
      expect(await lacking((operation) => operation['x-access'] === 'none' || has(401, 403)(operation))).toEqual([]);
      expect(await lacking((operation) => operation['x-access'] !== 'key' || has(429)(operation))).toEqual([]);
      expect(await lacking((operation) => !operation.requestBody || has(400, 413, 415)(operation))).toEqual([]);
      expect(await lacking((operation) => !operation.path.includes('{id}') || has(404)(operation))).toEqual([]);
      const takesKey = ({ parameters }: Operation) => parameters?.some(({ name }) => name === 'Idempotency-Key');
      expect(await lacking((operation) => !takesKey(operation) || has(409, 422)(operation))).toEqual([]);
      const posts = (operation: Operation) => operation.method === 'POST' && operation['x-access'] !== 'none';
      expect(await lacking((operation) => !posts(operation) || takesKey(operation) === true)).toEqual([]);
    });

    it('describes every field of its body and answer', async () => {
      const { components } = await readDocument(subject);
      const silent = Object.entries(components.schemas).flatMap(([name, { properties = {} }]) =>
        Object.entries(properties).flatMap(([field, { description }]) => (description ? [] : [`${name}.${field}`])),
      );
      expect(silent).toEqual([]);
    });

    it('describes every parameter of its path and query', async () => {
      const isWhole = ({ path, parameters = [] }: Operation) => {
        const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        const described = parameters
          .filter((parameter) => parameter.in === 'path' && parameter.required)
          .map(({ name }) => name);
        return inPath.every((name) => described.includes(name as string));
      };
      expect(await lacking(isWhole)).toEqual([]);
    });
  });

  it('[W2-2] lists every error code of an operation', async () => {
    const document = await readDocument(subject);
    const documented = (route: string, status: number) => {
      const operation = operationsOf(document).find((one) => one.route === route);
      return operation?.responses[status]
        ? JSON.stringify(operation.responses[status]) + document.info.description
        : '';
    };
    const archived = await aList(call);
    await call(`DELETE /v1/lists/${archived.id}`);
    const optin = await aList(call, { double_optin: true });
    const refusals: [route: string, path: string, body: unknown, status: number, code: string][] = [
      ['POST /v1/lists', '/v1/lists', {}, 400, 'invalid_input'],
      ['POST /v1/lists', '/v1/lists', undefined, 400, 'invalid_input'],
      ['GET /v1/lists', '/v1/lists?next_cursor=x', undefined, 400, 'tampered_cursor'],
      ['PUT /v1/lists/{id}', `/v1/lists/${optin.id}`, {}, 400, 'empty_update'],
      ['PUT /v1/lists/{id}', `/v1/lists/${NOBODY}`, { title: 'x' }, 404, 'unknown_list'],
      [
        'POST /v1/lists/{id}/subscribers',
        `/v1/lists/${archived.id}/subscribers`,
        { email: anAddress() },
        409,
        'list_archived',
      ],
      [
        'POST /v1/lists/{id}/subscribers',
        `/v1/lists/${optin.id}/subscribers`,
        { number: aNumber() },
        400,
        'optin_needs_email',
      ],
      [
        'PUT /v1/lists/{id}/subscribers/{uid}',
        `/v1/lists/${optin.id}/subscribers/x`,
        { subscribed: true },
        404,
        'unknown_person',
      ],
      [
        'POST /v1/send/email',
        '/v1/send/email',
        anEmail({ from: { name: 'A', email: 'a@else.test' } }),
        400,
        'domain_not_connected',
      ],
      ['POST /v1/send/email', '/v1/send/email', anEmail({ list: NOBODY }), 404, 'unknown_list'],
      [
        'POST /v1/send/email',
        '/v1/send/email',
        anEmail({ template: 'x', template_variables: {} }),
        400,
        'unknown_template',
      ],
      [
        'POST /v1/send/email',
        '/v1/send/email',
        anEmail({ template: 'welcome', template_variables: {} }),
        400,
        'missing_variable',
      ],
      ['POST /v1/send/sms', '/v1/send/sms', anSms({ from: 'X' }), 400, 'unknown_sender'],
      ['POST /v1/send/sms', '/v1/send/sms', anSms({ channel: 'dnd' }), 400, 'channel_not_allowed'],
      ['POST /v1/send/sms', '/v1/send/sms', anSms({ list: NOBODY }), 404, 'unknown_list'],
      ['GET /v1/messages/{id}', `/v1/messages/${NOBODY}`, undefined, 404, 'unknown_message'],
      ['GET /v1/users/{uid}/events', '/v1/users/nobody-yet/events', undefined, 404, 'unknown_person'],
    ];
    const silent: string[] = [];
    for (const [route, path, body, status, code] of refusals) {
      expectRefusal(await call(`${route.split(' ')[0]} ${path}`, { body }), status, code);
      if (!documented(route, status).includes(code)) silent.push(`${route}: ${status} ${code}`);
    }
    expect(silent).toEqual([]);
  });
});
