import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { runNode } from '@dundun/testing';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rows } from './support/database.js';
import { aList, anAddress, anEmail, aNumber, aSubscriber, aTemplate, NOBODY, unique } from './support/fixtures.js';
import { accepted, capturedFor, ended, received } from './support/messages.js';
import { useWorkspace } from './support/product.js';

const { bin } = JSON.parse(readFileSync('libs/mcp/package.json', 'utf8')) as { bin: Record<string, string> };
const PROGRAM = join('libs/mcp', bin['dundun-mcp'] as string);
const FROM = { name: 'Ada', email: 'ada@dundun.test' };

/** The answer of a tool. */
interface Said {
  isError: boolean;
  text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
  data: any;
}
type Use = (tool: string, input?: object) => Promise<Said>;

describe('an assistant with the MCP server', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const open: Client[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((client) => client.close()));
  });

  const environment = (more: Record<string, string> = {}) => ({
    DUNDUN_URL: subject.product.apiUrl,
    DUNDUN_API_KEY: subject.product.apiKey,
    DUNDUN_API_SECRET: subject.product.apiSecret,
    ...more,
  });

  /** Starts the server as a process of its own, as an assistant does. */
  async function connect(more: Record<string, string> = {}): Promise<{ client: Client; use: Use }> {
    const client = new Client({ name: 'test', version: '1.0.0' });
    open.push(client);
    const command = { command: process.execPath, args: [PROGRAM], env: environment(more) };
    await client.connect(new StdioClientTransport(command));
    const use: Use = async (name, input = {}) => {
      const { isError, content, structuredContent } = await client.callTool({ name, arguments: { ...input } });
      const [{ text }] = content as [{ text: string }];
      return { isError: isError === true, text, data: (structuredContent as { data?: unknown } | undefined)?.data };
    };
    return { client, use };
  }
  const allowed = (scopes: string) => connect({ DUNDUN_MCP_SCOPES: scopes });
  const messages = async () => {
    const { workspaceId } = subject.product;
    return (await rows(subject.product, 'SELECT FROM messages WHERE workspace_id = $1', [workspaceId])).length;
  };

  describe('with read access', () => {
    let list: { id: string };
    let [uid, email] = ['', ''];
    beforeAll(async () => {
      list = await aList(call);
      email = anAddress();
      uid = await aSubscriber(call, list.id, { email, first_name: 'Grace', number: aNumber() });
      await call(`POST /v1/users/${uid}/events`, { body: { event: 'Signed up', properties: { plan: 'pro' } } });
    });

    it('is offered only reading tools', async () => {
      const { client, use } = await connect();
      const { tools } = await client.listTools();
      expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
      const before = await messages();
      for (const tool of ['draft_template', 'send_test_email', 'send_email', 'send_sms'])
        expect(await use(tool, { confirm: true })).toMatchObject({ isError: true });
      expect(await messages()).toBe(before);
    });

    it('looks up people and lists', async () => {
      const { use } = await connect();
      const person = expect.objectContaining({ uid, email, first_name: 'Grace' });
      expect((await use('find_person', { uid })).data).toEqual({ people: [person] });
      expect((await use('find_person', { email })).data).toEqual({ people: [person] });
      expect((await use('person_events', { uid })).data.items).toEqual([
        expect.objectContaining({ event: 'Signed up', properties: { plan: 'pro' } }),
      ]);
      expect((await use('list_lists')).data.items).toContainEqual(expect.objectContaining({ id: list.id }));
      const found = await use('list_members', { list: list.id, search: email, status: 'subscribed' });
      expect(found.data.items).toEqual([expect.objectContaining({ uid, status: 'subscribed' })]);
    });

    it('reads segments, counts who would match, and explains a person', async () => {
      const { use } = await connect();
      const match = { field: 'email', type: 'text', is: 'equals', value: email };
      const { body } = await call('POST /v1/segments', { body: { name: unique('Segment'), match } });
      expect((await use('list_segments')).data.items).toContainEqual(expect.objectContaining({ id: body.id, match }));
      expect((await use('list_segments', { id: body.id })).data.items).toMatchObject([{ id: body.id }]);
      expect((await use('preview_segment', { match })).data.preview).toMatchObject({ people: 1, examples: [{ uid }] });
      const { explanation } = (await use('explain_segment', { id: body.id, uid })).data;
      expect(explanation).toMatchObject({ matches: true, conditions: [{ holds: true, value: email }] });
      expect((await use('preview_segment', { match: { sql: '1=1' } })).text).toContain('one of the keys');
    });

    it('pages through results', async () => {
      const { use } = await connect();
      await aList(call);
      const first = (await use('list_lists', { limit: 1 })).data;
      const { next_cursor } = first;
      const second = (await use('list_lists', { limit: 1, next_cursor })).data;
      expect(first.items).toHaveLength(1);
      expect(second.items).toHaveLength(1);
      expect(second.items[0].id).not.toBe(first.items[0].id);
    });

    it('explains messages', async () => {
      const { use } = await connect();
      const to = anAddress();
      await call('POST /console/suppressions', { body: { addresses: [to], note: 'Asked by phone' } });
      const id = await accepted(call, 'email', anEmail({ to }));
      await ended(call, id);
      const { message } = (await use('get_message', { id })).data;
      expect(message).toMatchObject({ id, status: 'suppressed', to: [to] });
      const { explanation } = (await use('explain_message', { id })).data;
      expect(explanation).toMatchObject({ reason: 'suppressed', text: expect.stringContaining('Asked by phone') });
      const of = async (address: string) => (await use('list_suppressions', { address })).data.items;
      expect(await of(to.toUpperCase())).toEqual([expect.objectContaining({ address: to, reason: 'manual' })]);
      expect(await of(anAddress())).toEqual([]);
      const bounces = await use('list_suppressions', { reason: 'bounce' });
      expect(bounces.data).toEqual({ items: [], next_cursor: null });
    });

    it('reads templates and sending domains', async () => {
      const { use } = await connect();
      const { id, name } = await aTemplate(call);
      const listed = (await use('list_templates')).data.items;
      expect(listed).toContainEqual(expect.objectContaining({ id, name }));
      const { template } = (await use('get_template', { id })).data;
      expect(template).toMatchObject({ text: 'Hello, {{ name }}.', variables: [{ name: 'name', required: true }] });
      const { preview } = (await use('preview_template', { id, variables: { name: 'Grace' } })).data;
      expect(preview).toMatchObject({ subject: 'Hello Grace', text: 'Hello, Grace.', missing: [] });
      const { domains } = (await use('check_domains')).data;
      expect(domains).toEqual([expect.objectContaining({ domain: 'dundun.test', status: 'connected' })]);
      const { domain } = (await use('check_domains', { id: domains[0].id })).data;
      expect(domain.records.length).toBeGreaterThan(0);
    });

    it('gets errors that say what to do', async () => {
      const { use } = await connect();
      const refusals: [tool: string, input: object, said: RegExp][] = [
        ['find_person', { uid: 'nobody-yet' }, /find_person or list_members to find people/],
        ['find_person', { email: 'nobody@example.com' }, /No person has this email address/],
        ['find_person', { email: 'not an address' }, /email/],
        ['person_events', { uid: '../../console/templates' }, /find_person/],
        ['person_events', { uid: '..' }, /is not an identifier/],
        ['list_members', { list: NOBODY }, /list_lists to get the ids/],
        ['list_lists', { limit: 31 }, /limit/],
        ['list_lists', { limit: 2, next_cursor: 'x' }, /Start again without next_cursor/],
        ['list_lists', { page: 2 }, /page/],
        ['get_message', { id: NOBODY }, /ask the user for it/],
        ['explain_message', { id: 'x' }, /ask the user for it/],
        ['explain_message', {}, /id/],
        ['get_template', { id: NOBODY }, /list_templates to get the ids/],
        ['check_domains', { id: NOBODY }, /check_domains to get the ids/],
        ['list_suppressions', { reason: 'because' }, /reason/],
      ];
      for (const [tool, input, said] of refusals)
        expect([tool, input, await use(tool, input)]).toEqual([
          tool,
          input,
          { isError: true, text: expect.stringMatching(said), data: undefined },
        ]);
    });

    it('never sees the secret', async () => {
      const secret = 'ds_wrong_and_hidden';
      const { use } = await connect({ DUNDUN_API_SECRET: secret });
      const { isError, text } = await use('list_templates');
      expect([isError, text]).toEqual([true, expect.stringMatching(/^Wrong .* correct DUNDUN_API_KEY/)]);
      expect(text).not.toContain(secret);
      const server = runNode(PROGRAM, { DUNDUN_URL: `http://dk:${secret}@127.0.0.1`, DUNDUN_MCP_SCOPES: 'all' });
      expect(await new Promise((resolve) => server.child.once('close', resolve))).toBe(1);
      expect(server.output()).toMatch(/DUNDUN_URL[^]*DUNDUN_API_KEY[^]*DUNDUN_API_SECRET[^]*DUNDUN_MCP_SCOPES/);
      expect(server.output()).not.toContain(secret);
    });
  });

  it('with draft access changes nothing in use', async () => {
    const { use } = await allowed('draft');
    const live = await aTemplate(call);
    const draft = { name: live.name, subject: 'Hi {{ name }}', html: '<p>Hi, {{ name }}.</p>', note: 'Shorter' };
    const { data } = await use('draft_template', draft);
    expect(data.draft).toMatchObject({ name: expect.stringMatching(`^draft-${live.name}-`), html: draft.html });
    expect((await use('draft_template', draft)).data.draft.id).toBe(data.draft.id);
    expect((await call(`GET /console/templates/${live.id}`)).body).toEqual(live);
    const { preview } = (await use('preview_template', { id: data.draft.id, variables: { name: 'Grace' } })).data;
    expect(preview).toMatchObject({ subject: 'Hi Grace', html: '<p>Hi, Grace.</p>' });
    const wrong = await use('draft_template', { ...draft, html: '<p>\n{% if %}' });
    expect([wrong.isError, wrong.text]).toEqual([true, expect.stringMatching(/html.*line/)]);
    expect(await use('send_email', { confirm: true })).toMatchObject({ isError: true });
  });

  describe('with send access', () => {
    let template = '';
    beforeAll(async () => {
      ({ id: template } = await aTemplate(call));
    });
    /** Each way of sending: the tool, its arguments for an address, and text of the result. */
    const WAYS: [tool: string, input: (to: string) => object, word: string][] = [
      ['send_email', (to) => ({ from: FROM, to: [to], subject: 'Your receipt', text: 'Thank you.' }), 'Thank you.'],
      [
        'send_email',
        (to) => ({ from: FROM, to: [to], subject: 'Hello', template, template_variables: { name: 'Grace' } }),
        'Hello, Grace.',
      ],
      ['send_test_email', (to) => ({ template, to, from: FROM, variables: { name: 'Ada' } }), 'Hello, Ada.'],
      ['send_sms', (to) => ({ from: 'DUNDUN', to, body: 'On its way', source: 'twilio' }), 'On its way'],
    ];

    it.each(WAYS)('%s previews first and sends once', async (tool, input, word) => {
      const { use } = await allowed('read, send');
      const to = tool === 'send_sms' ? aNumber() : anAddress();
      const before = await messages();
      const { data } = await use(tool, input(to));
      expect(data.would_go_to).toEqual([to]);
      expect(JSON.stringify(data)).toContain(word);
      expect(await use(tool, { ...input(to), confirm: true })).toMatchObject({ isError: true });
      expect(await messages()).toBe(before);

      const confirmed = { ...input(to), confirm: true, dry_run: data.dry_run };
      const again = await allowed('send');
      const answers = await Promise.all([use(tool, confirmed), use(tool, confirmed), again.use(tool, confirmed)]);
      const ids = new Set(answers.map((answer) => answer.data.id));
      expect(ids.size).toBe(1);
      expect((await ended(call, [...ids][0])).status).toBe('captured');
      expect((await use(tool, confirmed)).data.id).toBe([...ids][0]);
      expect((await received(call, to))[0]?.text).toContain(word);
      expect(await capturedFor(call, to)).toHaveLength(1);
      expect(await messages()).toBe(before + 1);
    });

    it('names the recipients that would be dropped', async () => {
      const { use } = await allowed('send');
      const to = [anAddress(), anAddress()];
      await call('POST /console/suppressions', { body: { addresses: [to[1]] } });
      const input = { from: FROM, to: [to[0], `Dan <${to[1]}>`], subject: 'Hello', text: 'Hello' };
      expect((await use('send_email', input)).data.suppressed_of_these).toEqual([to[1]]);
    });

    it('refuses to send something other than the preview', async () => {
      const { use } = await allowed('send');
      const { id } = await aTemplate(call);
      const input = {
        from: FROM,
        to: [anAddress()],
        subject: 'Hello',
        template: id,
        template_variables: { name: 'G' },
      };
      const { dry_run } = (await use('send_email', input)).data;
      const before = await messages();
      const confirmed = { ...input, confirm: true, dry_run };
      expect(await use('send_email', { ...confirmed, to: [anAddress()] })).toMatchObject({ isError: true });
      await call(`PUT /console/templates/${id}`, { body: { text: `Buy now, {{ name }}, ${unique()}` } });
      expect(await use('send_email', confirmed)).toMatchObject({ isError: true });
      expect(await messages()).toBe(before);
    });

    it('passes on why the service refuses', async () => {
      const { use } = await allowed('send');
      const input = { from: { name: 'Eve', email: 'eve@else.test' }, to: [anAddress()], subject: 'Hi', text: 'Hi' };
      const { dry_run } = (await use('send_email', input)).data;
      const { isError, text } = await use('send_email', { ...input, confirm: true, dry_run });
      expect([isError, text]).toEqual([true, expect.stringMatching(/connected domain.*check_domains/)]);
      const missing = await use('send_email', { ...input, from: FROM, text: undefined, template });
      expect(missing.text).toMatch(/needs name/);
    });
  });
});
