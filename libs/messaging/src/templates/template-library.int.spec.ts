/** @slow renders MJML and hostile templates in sandboxes */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { accountsEntities, ProviderSets, SendingDomains } from '@dundun/accounts';
import {
  EmptyUpdateError,
  InvalidInputError,
  TemplateError,
  TemplateNotFoundError,
  UnknownTemplateError,
  UnknownTemplateVersionError,
} from '@dundun/domain';
import { Seal } from '@dundun/platform/config';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { v7 } from 'uuid';
import { messagingEntities } from '../index.js';
import { SendingProfileRepository } from './sending-profile.repository.js';
import { SendingProfiles } from './sending-profiles.service.js';
import { TemplateLibrary, type StoredTemplate, type TemplateFields } from './template-library.service.js';
import { TemplateRenderer } from './template-renderer.service.js';
import { TemplateRepository } from './template.repository.js';
import { Templates } from './templates.service.js';

const MJML =
  '<mjml><mj-body><mj-section><mj-column><mj-text>Hi {{ name }}</mj-text></mj-column></mj-section></mj-body></mjml>';

describe('templates', () => {
  const db = useDatabase([...accountsEntities, ...messagingEntities]);
  const renderer = new TemplateRenderer();
  let templates: Templates;
  let profiles: SendingProfiles;
  let domains: SendingDomains;
  let library: TemplateLibrary;
  let workspace: number;

  const create = (fields: TemplateFields = {}, name = 'welcome') =>
    library.create(workspace, name, { subject: 'Hi {{ name }}', text: 'one', ...fields }, 'ada@example.com');
  const change = ({ template }: StoredTemplate, fields: TemplateFields) =>
    library.change(workspace, template.id, fields, 'grace@example.com');
  const rendered = async (name = 'welcome') => (await templates.render(workspace, name, { name: 'Grace' }, {})).text;
  const versions = async ({ template }: StoredTemplate) =>
    (await library.versions(workspace, template.id, 1_000, 100)).map(({ version, created_by, note }) => [
      version,
      created_by,
      note,
    ]);

  beforeAll(() => {
    const { database, config } = db;
    domains = new SendingDomains(database);
    templates = new Templates(database, new TemplateRepository(database), renderer);
    const sets = new ProviderSets(database, new Seal([config.SECRET_KEY]));
    profiles = new SendingProfiles(
      { ...config, SMTP_URL: 'smtp://127.0.0.1' },
      database,
      new SendingProfileRepository(database),
      sets,
      domains,
    );
    library = new TemplateLibrary(database, new TemplateRepository(database), renderer, profiles, templates);
  });
  beforeEach(async () => {
    workspace = await aWorkspace(db.database);
  });
  afterAll(() => renderer.onApplicationShutdown());

  it('are cached within a size limit', async () => {
    for (let count = 0; count < 40; count++) {
      await create({ text: 'x'.repeat(900_000) }, `large ${count}`);
      await templates.profileOf(workspace, `large ${count}`);
    }
    for (let count = 0; count < 40; count++) await templates.profileOf(workspace, `large ${count}`);
    const { size } = Reflect.get(templates, 'cache') as { size: number };
    expect(size).toBeGreaterThan(0);
    expect(size).toBeLessThan(40);
  });

  it('get a version with its author for each change, also for a rollback', async () => {
    const made = await create();
    expect(made.version).toMatchObject({ version: 1, variables: ['name'], requiredVariables: ['name'] });
    expect(await rendered()).toBe('one');
    const changed = await change(made, { text: 'two {{ who | default: "x" }}', note: 'shorter' });
    expect(changed.version).toMatchObject({ version: 2, subject: 'Hi {{ name }}', variables: ['name', 'who'] });
    expect(changed.version.requiredVariables).toEqual(['name']);
    expect(await rendered()).toBe('two x');
    const back = await library.rollback(workspace, made.template.id, 1, 'ada@example.com');
    expect(back.version).toMatchObject({ version: 3, text: 'one', variables: ['name'] });
    expect(await rendered()).toBe('one');
    expect(await versions(made)).toEqual([
      [3, 'ada@example.com', 'Version 1 again'],
      [2, 'grace@example.com', 'shorter'],
      [1, 'ada@example.com', null],
    ]);
    expect((await library.find(workspace, made.template.id, 2)).version.text).toBe('two {{ who | default: "x" }}');
    for (const version of [0, 4])
      await expect(library.rollback(workspace, made.template.id, version, null)).rejects.toBeInstanceOf(
        UnknownTemplateVersionError,
      );
  });

  it('lose no concurrent change', async () => {
    const made = await create();
    await Promise.all([
      change(made, { text: 'two' }),
      change(made, { html: '<p>two</p>' }),
      change(made, { note: 'n' }),
    ]);
    const { version } = await library.find(workspace, made.template.id);
    expect(version).toMatchObject({ version: 4, text: 'two', html: '<p>two</p>' });
    expect((await versions(made)).map(([number]) => number)).toEqual([4, 3, 2, 1]);
  });

  it('keep absent fields and clear null fields', async () => {
    const made = await create({ html: '<p>x</p>' });
    expect((await change(made, { text: null })).version).toMatchObject({ text: null, html: '<p>x</p>' });
    await expect(change(made, { html: null })).rejects.toBeInstanceOf(InvalidInputError);
    await expect(change(made, {})).rejects.toBeInstanceOf(EmptyUpdateError);
    expect((await library.find(workspace, made.template.id)).version.version).toBe(2);
  });

  it('are made from MJML, and html and MJML replace each other', async () => {
    const made = await create({ text: null, mjml: MJML });
    expect(made.version).toMatchObject({ mjml: MJML, html: expect.stringContaining('Hi {{ name }}') });
    expect(made.version.html).not.toContain('<mj-');
    const plain = await change(made, { html: '<p>plain</p>' });
    expect(plain.version).toMatchObject({ mjml: null, html: '<p>plain</p>' });
    const again = await change(made, { mjml: MJML });
    expect(again.version).toMatchObject({ mjml: MJML, html: made.version.html });
    await expect(change(made, { mjml: MJML, html: '<p></p>' })).rejects.toBeInstanceOf(InvalidInputError);
    const kept = await change(made, { subject: 'new' });
    expect(kept.version).toMatchObject({ mjml: MJML, html: made.version.html });
  });

  it('are not changed at all if they are broken', async () => {
    const made = await create();
    const refused = change(made, { name: 'renamed', text: 'a\n {{ b' });
    await expect(refused).rejects.toThrow(/^text must be a template: .* \(line 2, column 2\)\.$/);
    await expect(refused).rejects.toBeInstanceOf(InvalidInputError);
    const { template, version } = await library.find(workspace, made.template.id);
    expect([template.name, version.version]).toEqual(['welcome', 1]);
  });

  it('are refused if they take too much, when saved or when rendered with a variable', async () => {
    const endless = '{% for i in (1..1000000000) %}{{ i }}{% endfor %}';
    await expect(create({ text: endless }, 'endless')).rejects.toThrow(/^text must be a template: the text /);
    await create({ text: `{% if name %}${endless}{% endif %}` }, 'endless');
    await expect(templates.render(workspace, 'endless', { name: 'x' }, {})).rejects.toBeInstanceOf(TemplateError);
    await create({ mjml: MJML, text: null }, 'fine');
    expect((await templates.render(workspace, 'fine', { name: 'x' }, {})).html).toContain('Hi x');
  });

  it('are refused if their MJML takes too long', async () => {
    const deep = `<mjml><mj-body>${'<mj-section><mj-column><mj-text>x</mj-text></mj-column></mj-section>'.repeat(9_000)}</mj-body></mjml>`;
    await expect(create({ mjml: deep, text: null }, 'deep')).rejects.toBeInstanceOf(TemplateError);
    expect((await create({ mjml: MJML, text: null })).version.version).toBe(1);
  });

  it('are unknown while archived, until their name is used again', async () => {
    const made = await create();
    expect(await rendered()).toBe('one');
    await library.archive(workspace, made.template.id);
    for (const name of ['welcome', made.template.id])
      await expect(templates.render(workspace, name, {}, {})).rejects.toBeInstanceOf(UnknownTemplateError);
    await expect(library.find(workspace, made.template.id)).rejects.toBeInstanceOf(TemplateNotFoundError);
    expect((await library.page(workspace, { limit: 10 })).rows).toEqual([]);
    const again = await create({ text: 'again' });
    expect([again.template.id, again.version.version]).toEqual([made.template.id, 2]);
    expect(await rendered()).toBe('again');
  });

  it('have unique names', async () => {
    const made = await create();
    await create({}, 'other');
    await expect(create()).rejects.toBeInstanceOf(InvalidInputError);
    await expect(change(made, { name: 'other' })).rejects.toBeInstanceOf(InvalidInputError);
    await expect(change(made, { name: 'other', text: 'two' })).rejects.toBeInstanceOf(InvalidInputError);
    expect((await library.find(workspace, made.template.id)).version.version).toBe(1);
    const renamed = await change(made, { name: 'hello' });
    expect([renamed.template.name, renamed.version.version]).toEqual(['hello', 1]);
    expect(await rendered('hello')).toBe('one');
  });

  it('may have a sending profile by name or id, until it is removed', async () => {
    await domains.connect(workspace, 'example.com');
    const fields = { name: 'Main', fromName: 'Ada', fromEmail: 'ada@example.com', replyTo: null, integrationId: null };
    const profile = await profiles.create(workspace, fields);
    const made = await create({ profile: 'Main' });
    expect(made.template.profileId).toBe(profile.id);
    expect((await change(made, { profile: null })).template.profileId).toBeNull();
    expect((await change(made, { profile: profile.id })).template.profileId).toBe(profile.id);
    for (const unknown of ['nobody', v7()])
      await expect(change(made, { profile: unknown })).rejects.toBeInstanceOf(InvalidInputError);
    await profiles.remove(workspace, profile.id);
    expect((await library.find(workspace, made.template.id)).template.profileId).toBeNull();
  });

  it('are inspected when shown if their version has no stored variables', async () => {
    const made = await create();
    await db.database.execute(
      'UPDATE template_versions SET variables = NULL, required_variables = NULL WHERE workspace_id = $1',
      [workspace],
    );
    const { version } = await library.find(workspace, made.template.id);
    expect([version.variables, version.requiredVariables]).toEqual([['name'], ['name']]);
  });

  it('are invisible to other workspaces', async () => {
    const made = await create();
    const other = await aWorkspace(db.database);
    const { id } = made.template;
    for (const work of [
      () => library.find(other, id),
      () => library.change(other, id, { text: 'mine' }, null),
      () => library.rollback(other, id, 1, null),
      () => library.versions(other, id, 10, 10),
      () => library.archive(other, id),
      () => library.find(workspace, 'x'),
    ])
      await expect(work()).rejects.toBeInstanceOf(TemplateNotFoundError);
    expect(await rendered()).toBe('one');
  });
});
