import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@dundun/testing';
import { ended, received } from './support/messages.js';
import { readDocument } from './support/openapi.js';
import { useWorkspace } from './support/product.js';
import { inBrowser, isInstalled, readQuickStart, runPage, runScript, webhookCases } from './support/quick-starts.js';
import { anotherKey } from './support/workspaces.js';

/** A language of docs/quickstarts, the recipients in its document, and how the test asks its webhook receiver. */
interface Language {
  title: string;
  file: string;
  fence: string;
  command: [string, ...string[]];
  script: string;
  person: string;
  number: string;
  judge?: string;
}

const LANGUAGES: Language[] = [
  {
    title: 'curl',
    file: 'curl',
    fence: 'sh',
    command: ['bash', '-eu', '-o', 'pipefail'],
    script: 'start.sh',
    person: 'Grace',
    number: '2348012345601',
  },
  {
    title: 'Node',
    file: 'node',
    fence: 'js',
    command: ['node'],
    script: 'start.mjs',
    person: 'Ada',
    number: '2348012345602',
    judge: `for (const { secret, headers, body } of JSON.parse(process.env.CASES))
      console.log('judged', isFromDundun(secret, headers, Buffer.from(body)));`,
  },
  {
    title: 'Python',
    file: 'python',
    fence: 'python',
    command: ['python3'],
    script: 'start.py',
    person: 'Katherine',
    number: '2348012345603',
    judge: `
for case in json.loads(os.environ["CASES"]):
    print("judged", str(is_from_dundun(case["secret"], case["headers"], case["body"].encode())).lower())`,
  },
  {
    title: 'PHP',
    file: 'php',
    fence: 'php',
    command: ['php', '-n', '-d', 'error_reporting=-1', '-d', 'display_errors=1'],
    script: 'start.php',
    person: 'Radia',
    number: '2348012345604',
    judge: `
foreach (json_decode(getenv('CASES'), true) as $case)
    echo 'judged ', json_encode(is_from_dundun($case['secret'], $case['headers'], $case['body'])), PHP_EOL;`,
  },
];

/** A developer's machine may lack a language; CI may not. */
const runs = ({ command: [command] }: Language) => process.env.CI === 'true' || isInstalled(command);

describe('the quick start for', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const environment = (more: Record<string, string> = {}) => ({
    DUNDUN_URL: subject.product.apiUrl,
    DUNDUN_API_KEY: subject.product.apiKey,
    DUNDUN_API_SECRET: subject.product.apiSecret,
    DUNDUN_IDENTITY_SECRET: 'di_test',
    ...more,
  });

  for (const language of LANGUAGES) {
    const { title, file, fence, command, script, person, number, judge = '' } = language;
    const name = person.toLowerCase();
    const reason = runs(language) ? '' : ` (skipped: ${command[0]} is not installed)`;

    (reason ? describe.skip : describe)(`${title}${reason}`, () => {
      let printed: string[] = [];
      const cases = webhookCases();
      beforeAll(async () => {
        const { blocks } = await readQuickStart(file, fence);
        const code = [...blocks, judge].join('\n');
        const output = await runScript(command, script, code, environment({ CASES: JSON.stringify(cases) }));
        printed = output.trim().split('\n');
      });

      it('identifies a user, tracks an event and subscribes', async () => {
        const { body: user } = await call(`GET /v1/users/user-${name}`);
        expect(user).toMatchObject({ email: `${name}@example.com`, first_name: person, meta: { plan: 'pro' } });
        const lists = (await call('GET /v1/lists?limit=30')).body.data as { id: string; title: string }[];
        const list = lists.find((one) => one.title === `Product news (${title})`);
        expect(user.lists).toEqual([{ id: list?.id, subscribed: true }]);
        const events = await until('the event is stored', async () => {
          const { data } = (await call(`GET /v1/users/user-${name}/events`)).body;
          return data?.length > 0 && data;
        });
        expect(events).toEqual([
          expect.objectContaining({ event: 'Order placed', properties: { sku: 'A-1', price: 49.9 } }),
        ]);
      });

      it('sends an email and an SMS and reads their status', async () => {
        const [mail, ...more] = await received(call, `${name}@example.com`);
        expect([mail?.subject, more]).toEqual(['Your receipt', []]);
        expect(mail?.html).toContain(`Thank you, <b>${person}</b>.`);
        expect((await received(call, number)).map(({ text }) => text)).toEqual(['Your code is 123456']);
        const id = printed.find((line) => line.startsWith('message '))?.slice('message '.length) as string;
        expect(await ended(call, id)).toMatchObject({ status: 'captured', to: [`${name}@example.com`] });
        expect(printed.join('\n')).toMatch(/queued|sending|captured/);
      });

      if (judge)
        it('verifies the signature of a webhook', () => {
          const judged = printed.filter((line) => line.startsWith('judged ')).map((line) => line === 'judged true');
          expect(judged).toEqual(cases.map(({ right }) => right));
        });

      if (judge)
        it('signs the uid for a web page', () => {
          const signature = createHmac('sha256', 'di_test').update(`user-${name}`).digest('hex');
          expect(printed).toContain(`signature ${signature}`);
        });

      it('appears at /docs up to the first message', async () => {
        const { blocks } = await readQuickStart(file, fence);
        const { info } = await readDocument(subject);
        expect(blocks.length).toBeGreaterThan(4);
        for (const block of blocks.slice(0, 2)) expect(info.description).toContain(block);
      });
    });
  }

  it('the browser works in Chromium with a browser key', async () => {
    const { blocks } = await readQuickStart('browser', 'js');
    const { key } = await anotherKey(subject.product, '--kind', 'browser');
    const code = blocks.join('\n').replace('http://127.0.0.1:3000', subject.product.apiUrl).replace('dk_…', key);
    interface Shown {
      uid: string;
      event: string;
      properties: object;
    }
    const newest = async (event: string): Promise<Shown | undefined> => {
      const { body } = await call(`GET /console/events?event=${encodeURIComponent(event)}&limit=1`);
      return body.data[0];
    };
    expect(await runPage(code, () => until('the last event is stored', () => newest('Signed out')))).toEqual([]);
    const [page, chosen] = [await newest('Page viewed'), await newest('Plan chosen')];
    const properties = { url: expect.stringMatching(/\/shop$/), title: 'A shop' };
    expect(page).toMatchObject({ uid: expect.stringMatching(/^anonymous-/), properties });
    expect(chosen).toMatchObject({ uid: page?.uid, properties: { plan: 'pro' } });
    const { body: events } = await call('GET /v1/users/user-hedy/events');
    expect(events.data).toEqual([
      expect.objectContaining({ event: 'Order placed', properties: { sku: 'A-1', price: 49.9 } }),
    ]);
    expect((await newest('Signed out'))?.uid).not.toBe(page?.uid);
    const { body: user } = await call('GET /v1/users/user-hedy');
    expect(user).toMatchObject({ first_name: 'Hedy', email: 'hedy@example.com', meta: { plan: 'pro' } });
    const { info } = await readDocument(subject);
    for (const block of blocks.slice(0, 2)) expect(info.description).toContain(block);
  });

  it('shows each language folded at the top of /docs', async () => {
    const shown = await inBrowser(`${subject.product.apiUrl}/docs`, async ({ tab, errors }) => {
      const code = tab.locator('details', { hasText: 'Python' }).locator('pre');
      await tab.locator('summary').first().waitFor();
      expect(await code.isVisible()).toBe(false);
      await tab.getByText('Python', { exact: true }).click();
      expect(await code.isVisible()).toBe(true);
      expect(errors).toEqual([]);
      return { titles: await tab.locator('summary').allTextContents(), code: await code.textContent() };
    });
    expect(shown.titles).toEqual(['curl', 'Node', 'Browser', 'Python', 'PHP', 'Every code of Dundun-Error']);
    const { blocks } = await readQuickStart('python', 'python');
    expect(shown.code).toBe(blocks.slice(0, 2).join('\n'));
  });
});
