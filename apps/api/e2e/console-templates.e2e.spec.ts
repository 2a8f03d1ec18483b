import { describe, expect, it } from '@jest/globals';
import { runAdmin, until } from '@dundun/testing';
import { expectCivil, expectOk, expectRefusal, TIMESTAMP, UUID } from './support/answers.js';
import {
  anAddress,
  anEmail,
  aList,
  aProfile,
  aSubscriber,
  aTemplate,
  NOBODY,
  unique,
  type TemplateShown,
} from './support/fixtures.js';
import { accepted, delivered, headerOf, received } from './support/messages.js';
import { bodyExampleOf, operationsOf, readDocument } from './support/openapi.js';
import { useWorkspace } from './support/product.js';
import { filled, parametersFor } from './support/requests.js';
import { anotherWorkspace } from './support/workspaces.js';

const MJML = `<mjml>
  <mj-body>
    {% if greeting %}
    <mj-section><mj-column><mj-text>{{ greeting }}, {{ name }}</mj-text></mj-column></mj-section>
    {% endif %}
    <mj-section><mj-column><mj-button href="{{ url | default: "https://example.com/?a=b" }}">Go</mj-button></mj-column></mj-section>
  </mj-body>
</mjml>`;

describe('the templates of the console', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const get = async (id: string) => (await call(`GET /console/templates/${id}`)).body as TemplateShown;
  /** Sends with the template until its version answers: other processes may be a second behind. */
  const sentWith = (template: string, text: string, template_variables: object = { name: 'Grace' }) =>
    until(`${template} sends ${text}`, async () => {
      const body = anEmail({ to: anAddress(), text: undefined, template, template_variables });
      const mail = await delivered(call, 'email', body);
      return mail.text?.trim() === text && mail;
    });

  it('can be created, shown, tested, sent, changed and rolled back', async () => {
    const made = await aTemplate(call, {
      text: 'Hello, {{ name | upcase }}. {{ extra | default: "-" }}',
      note: 'first',
    });
    expect(made).toMatchObject({
      id: expect.stringMatching(UUID),
      version: 1,
      note: 'first',
      created_by: 'an API key',
    });
    expect(made.variables).toEqual([
      { name: 'extra', required: false },
      { name: 'name', required: true },
    ]);
    expect(await get(made.id)).toEqual(made);
    const path = `/console/templates/${made.id}`;

    const preview = (body: object) => call(`POST ${path}/preview`, { body });
    expectOk(await preview({}), {
      subject: 'Hello',
      html: null,
      text: 'Hello, . -',
      missing: ['name'],
      variables: ['extra', 'name'],
    });
    const shown = {
      subject: 'Hello Ada',
      html: null,
      text: 'Hello, ADA. -',
      missing: [],
      variables: ['extra', 'name'],
    };
    expectOk(await preview({ variables: { name: 'Ada' } }), shown);

    const to = anAddress();
    const from = { name: 'Tester', email: 'test@dundun.test' };
    expectOk(await call(`POST ${path}/test`, { body: { to, from, variables: { name: 'Ada' } } }));
    const [test] = await received(call, to);
    expect(test).toMatchObject({ subject: '[Test] Hello Ada', from: 'Tester <test@dundun.test>' });
    expect(test?.text?.trim()).toBe('Hello, ADA. -');
    expectRefusal(await call(`POST ${path}/test`, { body: { to, from } }), 400, 'missing_variable', /name/);
    expectRefusal(
      await call(`POST ${path}/test`, {
        body: { to, from: { name: 'x', email: 'x@elsewhere.example' }, variables: { name: 'x' } },
      }),
      400,
      'domain_not_connected',
    );

    await sentWith(made.name, 'Hello, GRACE. -');
    const changed = await call(`PUT ${path}`, { body: { text: 'Second, {{ name }}' } });
    expectOk(changed);
    expect(changed.body).toMatchObject({ version: 2, subject: 'Hello {{ name }}', text: 'Second, {{ name }}' });
    expect(changed.body.variables).toEqual([{ name: 'name', required: true }]);
    await sentWith(made.name, 'Second, Grace');
    expectOk(await preview({ version: 1, variables: { name: 'Ada' } }), shown);

    const back = await call(`POST ${path}/rollback`, { body: { version: 1 } });
    expectOk(back);
    expect(back.body).toMatchObject({ version: 3, text: made.text, note: 'Version 1 again' });
    await sentWith(made.id, 'Hello, GRACE. -');
    const versions = (await call(`GET ${path}/versions`)).body.data;
    expect(versions.map(({ version, note }: { version: number; note: string | null }) => [version, note])).toEqual([
      [3, 'Version 1 again'],
      [2, null],
      [1, 'first'],
    ]);
    expect(versions[0].created_at).toMatch(TIMESTAMP);
    expect((await call(`GET ${path}/versions?before=2&limit=5`)).body.data).toEqual([versions[2]]);

    expectOk(await call(`DELETE ${path}`), { status: 'ok' });
    expectRefusal(await call(`GET ${path}`), 404, 'template_not_found', 'There is no such template.');
    await until('sends that name it are refused', async () => {
      const body = anEmail({ text: undefined, template: made.name, template_variables: { name: 'x' } });
      const answer = await call('POST /v1/send/email', { body });
      if (answer.status === 200) return false;
      expectRefusal(answer, 400, 'unknown_template');
      return true;
    });
  });

  it('accept MJML with Liquid between elements and in attributes', async () => {
    const made = await aTemplate(call, { mjml: MJML, text: null });
    expect(made).toMatchObject({ mjml: MJML, html: expect.stringContaining('{{ greeting }}, {{ name }}') });
    const { body } = await call(`POST /console/templates/${made.id}/preview`, {
      body: { variables: { greeting: 'Good <morning>', name: 'Grace' } },
    });
    expect(body.html).toContain('Good &lt;morning&gt;, Grace');
    expect(body.html).toContain('href="https://example.com/?a=b"');
    const without = await call(`POST /console/templates/${made.id}/preview`, {
      body: { variables: { name: 'Grace' } },
    });
    expect(without.body.html).not.toContain('Grace');
    const mail = await delivered(
      call,
      'email',
      anEmail({
        to: anAddress(),
        text: undefined,
        template: made.name,
        template_variables: { name: 'Grace', greeting: 'Good evening' },
      }),
    );
    expect(mail.html).toContain('Good evening, Grace');
  });

  it('preview what a person would receive', async () => {
    const list = await aList(call);
    const uid = await aSubscriber(call, list.id, {
      email: anAddress(),
      first_name: 'Grace',
      meta: { city: 'Lagos', first_name: 'nobody' },
    });
    const made = await aTemplate(call, {
      subject: null,
      text: '{{ first_name }} of {{ city }}, {{ last_name }}{{ uid }}',
    });
    const preview = (body: object) => call(`POST /console/templates/${made.id}/preview`, { body });
    const text = `Grace of Lagos, ${uid}`;
    const variables = ['city', 'first_name', 'last_name', 'uid'];
    expectOk(await preview({ uid }), { subject: null, html: null, text, missing: ['last_name'], variables });
    const given = { city: 'Abuja', last_name: 'H ' };
    expect((await preview({ uid, variables: given })).body.text).toBe(`Grace of Abuja, H ${uid}`);
    expectRefusal(await preview({ uid: unique('nobody') }), 404, 'unknown_person');
  });

  it('use their sending profile for a test mail, or the default profile', async () => {
    const made = await aTemplate(call, { text: 'x', subject: 'x' });
    const test = async (fields: object = {}) => {
      const to = anAddress();
      expectOk(await call(`POST /console/templates/${made.id}/test`, { body: { to, ...fields } }));
      const [mail] = await received(call, to);
      return [mail?.from, mail && headerOf(mail, 'Reply-To')];
    };
    expectRefusal(
      await call(`POST /console/templates/${made.id}/test`, { body: { to: anAddress() } }),
      400,
      'invalid_input',
      'from must be given, there is no sending profile to use.',
    );
    const main = await aProfile(call, { from_email: 'main@dundun.test', reply_to: 'answers@dundun.test' });
    expectOk(await call(`POST /console/profiles/${main.id}/default`), {
      ...main,
      is_default: true,
      updated_at: expect.any(String),
    });
    expect(await test()).toEqual(['Ada <main@dundun.test>', expect.stringContaining('answers@dundun.test')]);
    const other = await aProfile(call, {
      from_name: 'Shop',
      from_email: 'shop@dundun.test',
      reply_to: 'help@dundun.test',
    });
    expectOk(await call(`PUT /console/templates/${made.id}`, { body: { profile: other.name } }));
    expect(await test()).toEqual(['Shop <shop@dundun.test>', expect.stringContaining('help@dundun.test')]);
    expect((await test({ from: { name: 'Ada', email: 'ada@dundun.test' } }))[0]).toBe('Ada <ada@dundun.test>');
    const replyTo = async (fields: object) => {
      const to = anAddress();
      const body = anEmail({ to, text: undefined, template: made.name, template_variables: {}, ...fields });
      await accepted(call, 'email', body);
      const [mail] = await received(call, to);
      return mail && headerOf(mail, 'Reply-To');
    };
    expect(await replyTo({})).toBe('help@dundun.test');
    expect(await replyTo({ reply_to: 'Help Desk <desk@example.com>' })).toBe('Help Desk <desk@example.com>');

    const optin = await aList(call, { double_optin: true });
    const email = anAddress();
    await aSubscriber(call, optin.id, { email });
    const [mail] = await received(call, email);
    expect([mail?.from, mail && headerOf(mail, 'Reply-To')]).toEqual([
      'Ada <main@dundun.test>',
      expect.stringContaining('answers@dundun.test'),
    ]);
    expectOk(await call(`DELETE /console/profiles/${other.id}`), { status: 'ok' });
    expect((await test())[0]).toBe('Ada <main@dundun.test>');
    expectOk(await call(`DELETE /console/profiles/${main.id}`), { status: 'ok' });
  });

  it.each([
    [{ text: 'a\n  {% if x %}' }, 'text must be a template: tag {% if x %} not closed (line 2, column 3).'],
    [
      { subject: '{{ a | nofilter }}', text: 'x' },
      'subject must be a template: undefined filter: nofilter (line 1, column 1).',
    ],
    [
      { html: '{% include "/etc/passwd" %}' },
      /^html must be a template: include cannot be used.* \(line 1, column 1\)\.$/,
    ],
    [{ html: '{% render "../../package.json" %}' }, /^html must be a template: render cannot be used/],
    [{ html: '{% layout "x" %}' }, /^html must be a template: layout cannot be used/],
    [{ html: '{% exec "ls" %}' }, /^html must be a template: tag "exec" not found \(line 1, column 1\)\.$/],
    [
      { mjml: '<mjml><mj-body>\n<mj-include path="/etc/passwd" /></mj-body></mjml>' },
      /^mjml must be a template: mj-include cannot be used.* \(line 2, column 1\)\.$/,
    ],
    [
      { mjml: '<mjml><mj-body>\n\n<mj-foo></mj-foo></mj-body></mjml>' },
      /^mjml must be a template: Element mj-foo .* \(line 3, column 1\)\.$/,
    ],
    [
      { mjml: '<mjml><mj-body></mj-body></mjml>', html: 'x' },
      'html must not be given together with mjml, from which it is made.',
    ],
    [{}, 'html must be given when there is no text.'],
    [{ text: 'x', profile: 'nobody' }, 'profile must be the name or id of a sending profile.'],
    [{ text: 'x'.repeat(1_000_001) }, 'text must be at most 1000000 characters or null.'],
    [{ text: 'x', name: '' }, 'name must be 1 to 255 characters without line breaks.'],
  ])('are refused on saving when they contain a mistake (%#)', async (fields, sentence) => {
    const answer = await call('POST /console/templates', { body: { name: unique('broken'), ...fields } });
    expectRefusal(answer, 400, 'invalid_input', sentence);
  });

  it.each([
    '{% for i in (1..1000000000) %}{{ i }}{% endfor %}',
    '{% assign a = "xxxxxxxxxx" %}{% for i in (1..40) %}{% assign a = a | append: a %}{% endfor %}{{ a }}',
    '{% for i in (1..9999) %}{% for j in (1..9999) %}{{ i }}{% endfor %}{% endfor %}',
    `{% for i in (1..444) %}${'A'.repeat(90_000)}{% endfor %}`,
  ])(
    'that run long are refused on saving or rendering, and delay no other request (%#)',
    async (text) => {
      const name = unique('long');
      for (const part of ['subject', 'html', 'text']) {
        const body = { name, text: 'fine', [part]: text };
        const sentence = new RegExp(`^${part} must be a template: the ${part} `);
        if (part !== 'subject' || text.length < 998)
          expectRefusal(await call('POST /console/templates', { body }), 400, 'invalid_input', sentence);
      }
      const made = await aTemplate(call, { name, subject: 'x', text: `{% if has %}${text}{% endif %}` });
      const variables = { has: true };
      const hostile = call(`POST /console/templates/${made.id}/preview`, { body: { variables } });
      const tried = call(`POST /console/templates/${made.id}/test`, {
        body: { to: anAddress(), variables, from: { name: 'Ada', email: 'ada@dundun.test' } },
      });
      const sent = call('POST /v1/send/email', {
        body: anEmail({ text: undefined, template: made.name, template_variables: variables }),
      });
      const fine = await aTemplate(call);
      expect((await call(`POST /console/templates/${fine.id}/preview`, { body: {} })).status).toBe(200);
      for (const answer of [await hostile, await tried, await sent])
        expectRefusal(answer, 400, 'template_error', /^The template cannot be rendered: the text /);
    },
    60_000,
  );

  it.each(['{{ constructor }}', '{{ name.constructor }}', '{{ name.__proto__ }}', '{{ toString }}'])(
    'see only variables: %s',
    async (text) => {
      const made = await aTemplate(call, { subject: null, text: `[${text}]` });
      const { body } = await call(`POST /console/templates/${made.id}/preview`, { body: { variables: { name: 'x' } } });
      expect(body).toMatchObject({ text: '[]', missing: [text.slice(3, -3)] });
    },
  );

  it('are paged newest first', async () => {
    const made = [await aTemplate(call), await aTemplate(call), await aTemplate(call)].map(({ id }) => id).reverse();
    const first = (await call('GET /console/templates?limit=2')).body;
    expect(first.data.map(({ id }: TemplateShown) => id)).toEqual(made.slice(0, 2));
    const next = (await call(`GET /console/templates?limit=2&next_cursor=${first.next_cursor}`)).body;
    expect(next.data[0].id).toBe(made[2]);
    const back = (await call(`GET /console/templates?limit=2&previous_cursor=${next.previous_cursor}`)).body;
    expect(back.data).toEqual(first.data);
  });

  it('and profiles are invisible to other workspaces', async () => {
    const theirs = await anotherWorkspace(subject.product, { domain: 'theirs.example' });
    const template = await aTemplate(call);
    const profile = await aProfile(call);
    const routes: [string, object?][] = [
      ['GET /console/templates/:id'],
      ['PUT /console/templates/:id', { text: 'x' }],
      ['DELETE /console/templates/:id'],
      ['GET /console/templates/:id/versions'],
      ['POST /console/templates/:id/rollback', { version: 1 }],
      ['POST /console/templates/:id/preview', {}],
      ['POST /console/templates/:id/test', { to: 'a@example.com' }],
    ];
    for (const id of [template.id, NOBODY, 'x'])
      for (const [route, body] of routes)
        expectRefusal(await theirs.call(route.replace(':id', id), { body }), 404, 'template_not_found');
    for (const [route, body] of [
      ['GET /console/profiles/:id'],
      ['PUT /console/profiles/:id', { name: 'x' }],
      ['POST /console/profiles/:id/default'],
      ['DELETE /console/profiles/:id'],
    ] as [string, object?][])
      expectRefusal(await theirs.call(route.replace(':id', profile.id), { body }), 404, 'unknown_profile');
    const withTheirs = { name: unique(), text: 'x', profile: profile.id };
    expectRefusal(await theirs.call('POST /console/templates', { body: withTheirs }), 400, 'invalid_input');
    expect((await theirs.call('GET /console/templates')).body.data).toEqual([]);
    expect((await theirs.call('GET /console/profiles')).body.data).toEqual([]);
    const body = { name: 'x', from_name: 'Eve', from_email: 'ada@dundun.test' };
    expectRefusal(await theirs.call('POST /console/profiles', { body }), 400, 'domain_not_connected');
    expectRefusal(
      await call('POST /console/templates/x/rollback', { body: { version: 1 } }),
      404,
      'template_not_found',
    );
    expectRefusal(
      await call(`POST /console/templates/${template.id}/rollback`, { body: { version: 99 } }),
      404,
      'unknown_template_version',
    );
  });

  it('accept or refuse any random source without a failure of the service', async () => {
    const pieces = [
      '{{',
      '}}',
      '{%',
      '%}',
      'if',
      'a',
      '|',
      '"',
      '<mjml>',
      '<mj-body>',
      '</',
      '>',
      '<!--',
      '-->',
      '\n',
      '\u2028',
      '😀',
      '{% raw %}',
    ];
    let seed = 42;
    const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
    for (let round = 0; round < 60; round += 1) {
      const source = Array.from({ length: 1 + random(12) }, () => pieces[random(pieces.length)]).join(' ');
      const field = ['subject', 'html', 'mjml', 'text'][round % 4] as string;
      const fields = { name: unique('fuzz'), text: 'x', [field]: source };
      expectCivil(await call('POST /console/templates', { body: fields }));
    }
  });

  it('can be put by the operator', async () => {
    const name = unique('operator');
    const put = (...options: string[]) =>
      runAdmin(
        subject.product,
        'template',
        'put',
        '--workspace',
        String(subject.product.workspaceId),
        '--name',
        name,
        ...options,
      );
    expect(await put('--mjml', MJML)).toMatchObject({ name, version: 1 });
    expect(await put('--text', 'plain {{ name }}')).toMatchObject({ name, version: 2 });
    await sentWith(name, 'plain Grace');
  });

  it('and profiles have working examples in the document', async () => {
    const document = await readDocument(subject);
    const own = operationsOf(document).filter(({ path }) => /^\/console\/(templates|profiles)/.test(path));
    expect(own).toHaveLength(21);
    for (const operation of own.filter(({ requestBody }) => requestBody)) {
      const { examples = {} } = operation.requestBody?.content['application/json'] ?? {};
      const named = Object.values(examples).map(({ value }) => value);
      for (const body of named.length > 0 ? named : [bodyExampleOf(document, operation)]) {
        const path = filled(operation.path, await parametersFor(operation, call));
        expectOk(await call(`${operation.method} ${path}`, { body: body as object }));
      }
    }
  });
});
