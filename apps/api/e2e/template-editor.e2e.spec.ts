import { describe, expect, it } from '@jest/globals';
import { expectCivil, expectOk, expectRefusal } from './support/answers.js';
import { anAddress, anEmail, aTemplate, NOBODY, unique } from './support/fixtures.js';
import { delivered, received } from './support/messages.js';
import { useWorkspace } from './support/product.js';
import { anotherWorkspace } from './support/workspaces.js';

const PIXEL = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const theme = {
  brand: '#4338ca',
  text: '#23262f',
  background: '#f4f1ea',
  surface: '#ffffff',
  font: 'system',
  headingFont: 'georgia',
  width: 600,
  radius: 8,
};
const common = { when: null, background: null };
const words = (text: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });
const text = (said: string, over: object = {}) => ({
  ...{ ...common, id: 'text', kind: 'text', size: 'normal', align: 'left', text: words(said) },
  ...over,
});
const button = (href: string) => ({
  ...{ ...common, id: 'button', kind: 'button', label: 'Go', href },
  ...{ look: 'solid', isWide: false, align: 'left' },
});
const image = (src: string, alt: string) => ({
  ...{ ...common, id: 'image', kind: 'image', src, alt, href: '', width: 100, align: 'center' },
});
const footer = {
  ...{ ...common, id: 'footer', kind: 'footer', sender: 'Acme', address: 'Street 1' },
  ...{ reason: '', unsubscribe: 'Unsubscribe', preferences: '', align: 'center' },
};
const design = (...blocks: object[]) => ({ format: 1, theme, preheader: '', blocks });

describe('the editor of templates', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const create = (body: object) =>
    call('POST /console/templates', { body: { name: unique('t'), subject: 'Hi', ...body } });
  const findings = async (id: string, body: object = {}) => {
    const answer = await call(`POST /console/templates/${id}/preflight`, { body });
    return (answer.body.findings as { code: string; block: string | null; language: string | null }[]).map(
      ({ code, block, language }) => [code, block, language],
    );
  };

  it('stores blocks as they are, prints them, and sends what the preview shows', async () => {
    const blocks = design(
      text('Hi {{ first_name | default: "there" }} <b>&</b> {% if %}'),
      text('Only for pros', { id: 'pros', when: { variable: 'plan', test: 'is', value: 'pro' } }),
      footer,
    );
    const { body: made } = await create({ design: blocks });
    expect(made).toMatchObject({ kind: 'visual', design: blocks, variables: expect.any(Array) });
    expect(made.mjml).toContain('<mj-text');
    expect(made.html).toContain('<!--[if mso');

    const preview = await call(`POST /console/templates/${made.id}/preview`, {
      body: { variables: { first_name: 'Ada' } },
    });
    expect(preview.body.missing).toEqual([]);
    expect(preview.body.html).toContain('Hi Ada &lt;b&gt;&amp;&lt;/b&gt; &#123;% if %&#125;');
    expect(preview.body.html).not.toContain('Only for pros');

    const to = anAddress();
    const sent = { to, from: { name: 'T', email: 't@dundun.test' }, variables: { first_name: 'Ada', plan: 'pro' } };
    expectOk(await call(`POST /console/templates/${made.id}/test`, { body: sent }));
    const [mail] = await received(call, to);
    const shown = await call(`POST /console/templates/${made.id}/preview`, { body: { variables: sent.variables } });
    expect(mail?.html?.replace(/\r\n/g, '\n').trim()).toBe((shown.body.html as string).trim());
    expect(mail?.html).toContain('Only for pros');
  });

  it('names what is wrong in a design by its path', async () => {
    expectRefusal(await create({ design: design({ kind: 'x' }) }), 400, 'invalid_input', /design\.blocks\[0\]\.kind/);
    expectRefusal(await create({ design: design(), html: '<p>' }), 400, 'invalid_input', /html/);
    for (const wrong of [[], 'x', 1, { format: 2 }, { __proto__: null }, { blocks: Array(300).fill(footer) }])
      expectCivil(await create({ design: wrong }));
  });

  it('previews and checks sources before they are saved', async () => {
    const { id } = await aTemplate(call, { text: 'old' });
    const body = { subject: 'New', html: '<a href="">x</a><img src="https://a.example/b.png">{{ plan }}' };
    const preview = await call(`POST /console/templates/${id}/preview`, { body });
    expect(preview.body).toMatchObject({ subject: 'New', text: null, missing: ['plan'], variables: ['plan'] });
    expect(await findings(id, body)).toEqual([
      ['no_unsubscribe', null, null],
      ['unknown_variable', null, null],
      ['empty_link', null, null],
      ['image_without_alt', null, null],
    ]);
    expectRefusal(
      await call(`POST /console/templates/${id}/preview`, { body: { html: '\n{% if %}' } }),
      400,
      'invalid_input',
      /line 2, column 6/,
    );
    expect((await call(`GET /console/templates/${id}`)).body).toMatchObject({ version: 1, text: 'old' });
  });

  it('finds nothing in a good design, and the block of each problem in another', async () => {
    const good = await create({ design: design(text('Hi'), button('https://example.com'), footer) });
    const { body } = await call(`POST /console/templates/${good.body.id}/preflight`, { body: {} });
    expect(body).toMatchObject({ ready: true, findings: [], bytes: expect.any(Number) });
    const bad = await create({ design: design(button('example.com'), image('https://a.example/b.png', '')) });
    expect(await findings(bad.body.id as string)).toEqual([
      ['no_unsubscribe', null, null],
      ['empty_link', 'button', null],
      ['image_without_alt', 'image', null],
    ]);
    const large = design(...Array.from({ length: 60 }, () => text('x'.repeat(2_000))));
    expect(await findings(bad.body.id as string, { design: large })).toContainEqual(['too_large', null, null]);
  });

  it('has several languages: the one asked for, else that of the variables, else its own', async () => {
    const translations = {
      fr: { subject: 'Salut', text: 'Bonjour {{ name }}' },
      'pt-BR': { subject: 'Oi', text: 'Olá' },
    };
    const name = unique('languages');
    const made = await create({ name, subject: 'Hello', text: 'Hello {{ name }}', language: 'en', translations });
    expect(made.body).toMatchObject({ language: 'en', languages: ['fr', 'pt-BR'] });
    const textOf = async (over: object, variables: object = {}) => {
      const template_variables = { name: 'Ada', ...variables };
      const mail = { ...anEmail({ to: anAddress(), template: name, ...over }), text: undefined, template_variables };
      return (await delivered(call, 'email', mail)).text?.trim();
    };
    expect(await textOf({})).toBe('Hello Ada');
    expect(await textOf({ language: 'fr-CA' })).toBe('Bonjour Ada');
    expect(await textOf({}, { language: 'pt' })).toBe('Olá');
    expect(await textOf({ language: 'en' }, { language: 'fr' })).toBe('Hello Ada');
    expect(await textOf({ language: 'de' })).toBe('Hello Ada');

    const path = `/console/templates/${made.body.id}`;
    const changed = await call(`PUT ${path}`, { body: { translations: { fr: { text: 'Bonjour' }, 'pt-BR': null } } });
    expect(changed.body.translations).toEqual([expect.objectContaining({ language: 'fr', missing: ['subject'] })]);
    expect(await findings(made.body.id as string)).toContainEqual(['incomplete_language', null, 'fr']);
    expectRefusal(
      await call(`PUT ${path}`, { body: { translations: { 'no tag': { text: 'x' } } } }),
      400,
      'invalid_input',
    );
    expectRefusal(await call(`PUT ${path}`, { body: { translations: { fr: { text: '{{' } } } }), 400, 'invalid_input', /translations\.fr\.text/); // prettier-ignore
    expectRefusal(await call(`PUT ${path}`, { body: { translations: { en: { text: 'x' } } } }), 400, 'invalid_input');
    expectRefusal(await create({ text: 'x', translations: { fr: { text: 'x' } } }), 400, 'invalid_input', /language/);
  });

  it('finds templates by name, subject and label, and duplicates them', async () => {
    const word = unique('needle');
    const { body: made } = await create({ name: `${word}-a`, text: 'x', labels: [' b ', 'a', 'a'] });
    expect(made.labels).toEqual(['a', 'b']);
    await create({ subject: `About ${word.toUpperCase()}`, text: 'x' });
    await create({ text: 'x', labels: [word] });
    const found = async (query: string) =>
      ((await call(`GET /console/templates?${query}`)).body.data as { name: string }[]).length;
    expect(await found(`q=${word}`)).toBe(3);
    expect(await found(`q=${word}&label=a`)).toBe(1);
    expect(await found(`label=${word}`)).toBe(1);
    expect(await found(`q=${encodeURIComponent('%_')}`)).toBe(0);
    expect((await call('GET /console/template-labels')).body.data).toEqual(expect.arrayContaining(['a', 'b', word]));

    const copies = await Promise.all(
      [1, 2].map(() => call(`POST /console/templates/${made.id}/duplicate`, { body: {} })),
    );
    expect(copies.map(({ body }) => body.name).sort()).toEqual([`${word}-a copy`, `${word}-a copy 2`]);
    expect(copies[0]?.body).toMatchObject({ version: 1, text: 'x', labels: ['a', 'b'] });
    const taken = await call(`POST /console/templates/${made.id}/duplicate`, { body: { name: `${word}-a` } });
    expectRefusal(taken, 400, 'invalid_input', /another template/);
  });

  it('refuses a change of a version that is not the newest', async () => {
    const { id } = await aTemplate(call, { text: 'one' });
    const change = (base_version: number, said: string) =>
      call(`PUT /console/templates/${id}`, { body: { text: said, base_version } });
    const both = await Promise.all([change(1, 'two'), change(1, 'three')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expectRefusal(await change(1, 'four'), 409, 'template_changed');
  });

  it('keeps one draft, which no send uses and no late writer overwrites', async () => {
    const { id } = await aTemplate(call, { text: 'active' });
    const path = `/console/templates/${id}/draft`;
    expect((await call(`GET ${path}`)).body).toEqual({ draft: null });
    const save = (revision: number, content: object) =>
      call(`PUT ${path}`, { body: { revision, base_version: 1, content } });
    expectOk(await save(0, { text: 'draft' }));
    expectRefusal(await save(0, { text: 'late' }), 409, 'template_changed');
    expect((await save(1, { text: 'draft 2' })).body).toMatchObject({ revision: 2 });
    expect((await call(`GET ${path}`)).body.draft).toMatchObject({
      content: { text: 'draft 2' },
      saved_by: 'an API key',
    });
    expect((await call(`GET /console/templates/${id}`)).body).toMatchObject({ has_draft: true, text: 'active' });
    expectOk(await call(`DELETE ${path}`));
    expect((await call(`GET ${path}`)).body).toEqual({ draft: null });
    expectRefusal(await call(`GET /console/templates/${NOBODY}/draft`), 404, 'template_not_found');
    expectRefusal(await (await anotherWorkspace(subject.product)).call(`GET ${path}`), 404, 'template_not_found');
  });

  it('keeps blocks for other templates', async () => {
    const save = (body: object) => call('POST /console/template-blocks', { body });
    const { body: first } = await save({ name: 'Footer', block: footer });
    const { body: second } = await save({ name: 'Footer', block: { ...footer, sender: 'Other' } });
    expect(second.id).toBe(first.id);
    expect((await call('GET /console/template-blocks')).body.data).toEqual([
      expect.objectContaining({ name: 'Footer', block: { ...footer, sender: 'Other' } }),
    ]);
    expectRefusal(await save({ name: 'x', block: { kind: 'script' } }), 400, 'invalid_input', /block\.kind/);
    expectOk(await call(`DELETE /console/template-blocks/${first.id as string}`));
    expectRefusal(await call(`DELETE /console/template-blocks/${first.id as string}`), 404, 'unknown_block');
    expectRefusal(await call('DELETE /console/template-blocks/x'), 404, 'unknown_block');
  });

  it('serves images to everybody, as images and nothing else', async () => {
    const add = (content: string) => call('POST /console/template-images?name=logo.svg', { body: { content } });
    const { body } = await add(PIXEL);
    expect(body).toMatchObject({ name: 'logo.svg', width: 1, height: 1 });
    expect(body.url).toMatch(/\/v1\/images\/[0-9a-f-]{36}\.gif$/);
    const { pathname } = new URL(body.url as string);
    const file = await fetch(`${subject.product.apiUrl}${pathname}`);
    expect(Buffer.from(await file.arrayBuffer()).toString('base64')).toBe(PIXEL);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'image/gif',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    for (const wrong of ['<svg onload="alert(1)"/>', '<html>', 'GIF89a', ''])
      expectRefusal(await add(Buffer.from(wrong).toString('base64')), 400, 'image_refused');
    const tooLarge = Buffer.concat([Buffer.from(PIXEL, 'base64'), Buffer.alloc(5 * 1024 * 1024)]);
    expectRefusal(await add(tooLarge.toString('base64')), 400, 'image_refused', /5 MB/);
    for (const path of [pathname.replace('.gif', '.png'), `${pathname}x`, '/v1/images/x', '/v1/images/%2e%2e%2fx'])
      expect((await fetch(`${subject.product.apiUrl}${path}`)).status).toBe(404);
    expect((await call('GET /console/template-images?q=LOGO')).body.data).toHaveLength(1);
    expectRefusal(await (await anotherWorkspace(subject.product)).call(`DELETE /console/template-images/${body.id as string}`), 404, 'unknown_image'); // prettier-ignore
    expectOk(await call(`DELETE /console/template-images/${body.id as string}`));
    expect((await fetch(`${subject.product.apiUrl}${pathname}`)).status).toBe(404);
  });
});
