import { describe, expect, it } from '@jest/globals';
import { until } from '@dundun/testing';
import { expectOk, expectRefusal, TIMESTAMP, UUID } from './support/answers.js';
import { aList, unique } from './support/fixtures.js';
import { useWorkspace } from './support/product.js';
import { anotherWorkspace } from './support/workspaces.js';

const PATIENTLY = { ms: 40_000 };
const MAILCHIMP =
  '"Email Address","First Name","Last Name",MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LEID,EUID,NOTES,TAGS\r\n' +
  'ada-#@example.com,Ada,Lovelace,4,"2023-01-02 10:00:00",,"2023-01-02 10:05:00",198.51.100.7,12,ab12,,"vip"\r\n' +
  'not an address,Bob,,2,,,,,13,ab13,,\r\n';

describe('imports', () => {
  const subject = useWorkspace();
  const { call } = subject;

  it('start no automation whose trigger does not take old facts, and say so before', async () => {
    const { id: list } = await aList(call);
    const { id: segment } = (await call('POST /v1/segments', { body: { name: unique('Segment'), match: { list } } }))
      .body;
    const ready = async () => (await call(`GET /v1/segments/${segment}`)).body.state === 'ready';
    await until('the segment is ready', ready, PATIENTLY);
    const live = async (trigger: object) => {
      const steps = [
        { id: 'nap', kind: 'delay', for: { days: 1 }, next: 'out' },
        { id: 'out', kind: 'exit' },
      ];
      const graph = { trigger, settings: { reentry: { policy: 'never' } }, first: 'nap', steps };
      const name = unique('Automation');
      const { id } = (await call('POST /console/automations', { body: { name, graph } })).body;
      expectOk(await call(`POST /console/automations/${id}/publish`, { body: {} }));
      return { id: id as string, name };
    };
    const [byList, bySegment] = [
      { kind: 'list', list, change: 'subscribed' },
      { kind: 'segment', segment, change: 'enters' },
    ];
    const never = [await live(byList), await live(bySegment)];
    const now = [await live({ ...byList, old_facts: true }), await live({ ...bySegment, old_facts: true })];
    const later = await live({ kind: 'schedule', segment, every: 'month', on: [31], at: '09:00' });
    const { data } = (await call(`GET /console/import-automations?lists=${list}`)).body;
    const told = (starts: string) => data.filter((each: { starts: string }) => each.starts === starts);
    expect(told('never').map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining(never.map(({ id }) => id)),
    );
    expect(told('now').map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(now.map(({ id }) => id)));
    expect(data).toContainEqual({ ...later, trigger: 'schedule', starts: 'later' });
    const without = (await call('GET /console/import-automations')).body.data.map(({ id }: { id: string }) => id);
    expect(without).toEqual(expect.arrayContaining([never[1]?.id, now[1]?.id, later.id]));
    expect(without).not.toContain(never[0]?.id);

    const file = `email\n${unique('ada')}@example.com\n`;
    const { id } = (await call('POST /console/imports', { body: { file_name: 'a.csv', bytes: file.length } })).body;
    const path = `/console/imports/${id}`;
    await call(`PUT ${path}/pieces/0`, { raw: file, headers: { 'Content-Type': 'application/octet-stream' } });
    expectOk(await call(`POST ${path}/read`, { body: {} }));
    const body = { columns: [{ to: 'email' }], lists: [list], consent: 'They asked for it.' };
    expectOk(await call(`POST ${path}/check`, { body }));
    const inState = (state: string) =>
      until(`it is ${state}`, async () => (await call(`GET ${path}`)).body.state === state, PATIENTLY);
    await inState('checked');
    expectOk(await call(`POST ${path}/run`, { body: {} }));
    await inState('done');
    const inside = async (automation: string) =>
      (await call(`GET /console/automations/${automation}/enrolments`)).body.data.length as number;
    for (const automation of now)
      await until('the import starts it', async () => (await inside(automation.id)) === 1, PATIENTLY);
    for (const automation of never) expect(await inside(automation.id)).toBe(0);
  });

  it('take a file in pieces, check it, import it, report its faults and repeat those', async () => {
    const tag = unique('x').toLowerCase().replace(/\W/g, '');
    const bytes = Buffer.from(MAILCHIMP.replaceAll('#', tag));
    const { id: list } = await aList(call);
    const created = await call('POST /console/imports', { body: { file_name: 'members.csv', bytes: bytes.length } });
    const { id } = created.body;
    expectOk(created, {
      ...{
        id: expect.stringMatching(UUID),
        file_name: 'members.csv',
        bytes: bytes.length,
        received: 0,
        state: 'uploading',
      },
      ...{ dialect: null, columns: [], known: null, settings: null, findings: null, progress: null, retry_of: null },
      created_at: expect.stringMatching(TIMESTAMP),
    });
    const send = (index: number, body: Buffer) =>
      call(`PUT /console/imports/${id}/pieces/${index}`, { raw: body, headers: { 'Content-Type': 'application/octet-stream' } }); // prettier-ignore
    expectOk(await send(1, bytes.subarray(100)), { status: 'ok' });
    expectRefusal(await call(`POST /console/imports/${id}/read`, { body: {} }), 409, 'import_state');
    expectOk(await send(0, bytes.subarray(0, 100)), { status: 'ok' });
    expectRefusal(await send(-1, bytes), 400, 'invalid_input');

    const { body: read } = await call(`POST /console/imports/${id}/read`, { body: {} });
    expect(read).toMatchObject({ state: 'ready', known: 'mailchimp', dialect: { encoding: 'utf-8', separator: ',' } });
    const columns = read.columns.map(({ suggestion }: { suggestion: object }) => suggestion);
    expect(columns.slice(0, 3)).toEqual([{ to: 'email' }, { to: 'first_name' }, { to: 'last_name' }]);
    const settings = { columns, lists: [list], consent: 'They asked for it.' };
    const { body: preview } = await call(`POST /console/imports/${id}/preview`, { body: settings });
    expect(preview.data).toMatchObject([
      { line: 2, values: { email: `ada-${tag}@example.com`, MEMBER_RATING: 4 }, status: 'subscribed', fault: null },
      { line: 3, fault: 'Email Address is not an email address.' },
    ]);
    expectRefusal(await call(`POST /console/imports/${id}/check`, { body: { columns, lists: [list] } }), 400, 'invalid_input', /consent/); // prettier-ignore
    expectOk(await call(`POST /console/imports/${id}/check`, { body: settings }));
    const inState = (which: string, state: string) =>
      until(
        `it is ${state}`,
        async () => (await call(`GET /console/imports/${which}`)).body.state === state,
        PATIENTLY,
      );
    await inState(id, 'checked');
    const { body: found } = await call(`GET /console/imports/${id}/problems`);
    expect(found).toMatchObject({ has_more: false, data: [{ line: 3, kind: 'invalid', column: 'Email Address' }] });
    expect((await call(`GET /v1/lists/${list}`)).body.subscriber_count).toBe(0);

    expectOk(await call(`POST /console/imports/${id}/run`, { body: {} }));
    await inState(id, 'done');
    const { body: done } = await call(`GET /console/imports/${id}`);
    expect(done.progress).toMatchObject({
      state: 'done',
      total: 2,
      done: 1,
      failed: 1,
      counts: { created: 1, joined: 1 },
    });
    expect((await call(`GET /v1/lists/${list}`)).body.subscriber_count).toBe(1);
    const report = await call(`GET /console/imports/${id}/report`);
    expect(report.text).toContain('3,failed,Email Address,is not an email address,not an address,Bob');

    const { body: again } = await call(`POST /console/imports/${id}/retry`, { body: {} });
    expect(again).toMatchObject({
      state: 'ready',
      retry_of: id,
      settings: { lists: [list], consent: 'They asked for it.' },
    });
    expectOk(await call(`POST /console/imports/${again.id}/cancel`, { body: {} }));
    const { body: listed } = await call('GET /console/imports');
    expect(listed.data.map((row: { id: string }) => row.id)).toEqual(expect.arrayContaining([id, again.id]));

    const other = await anotherWorkspace(subject.product);
    expectRefusal(await other.call(`GET /console/imports/${id}`), 404, 'unknown_import');
  });
});
