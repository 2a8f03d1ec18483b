import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { startFakePostmark } from '@dundun/providers/testing';
import { expectOk } from './support/answers.js';
import { useWorkspace } from './support/product.js';
import { runScript } from './support/quick-starts.js';

/** Makes the script stop at the first refused call and print it. */
const CURL = 'curl() { command curl -sS --fail-with-body "$@" || { echo "refused: $*" >&2; return 1; }; }';

const shellBlocks = (text: string) => [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code]) => code);

/** The first call of the README, then the tour. */
async function commands(): Promise<string> {
  const readme = await readFile('README.md', 'utf8');
  const section = /^## First steps$([\s\S]*?)^## /m.exec(readme)?.[1] ?? '';
  const [first = ''] = shellBlocks(section);
  const filledIn = first.replace('dk_…:ds_…', '$KEY:$SECRET').replace('http://127.0.0.1:3000', '$API');
  return [filledIn, ...shellBlocks(await readFile('docs/quickstarts/tour.md', 'utf8'))].join('\n');
}

describe('README.md and docs/quickstarts/tour.md', () => {
  const subject = useWorkspace();
  const { call } = subject;

  it('contain commands that run when pasted into a shell in order', async () => {
    const code = await commands();
    expect(code.match(/^(?:export \w+=\$\()?curl /gm)?.length).toBeGreaterThan(30);
    // A placeholder for the reader would be sent literally.
    expect(code).not.toMatch(/…|"<[\w ]+>"|\bdate -/);
    const postmark = await startFakePostmark();
    try {
      const ours = code
        // The tour reads the credentials of an installation in this folder; the test has its own.
        .replace(/^export (API|KEY|SECRET)=.*$/gm, '')
        .replace(/^export POSTMARK_TOKEN=.*$/m, `POSTMARK_TOKEN=${String(postmark.settings.serverToken)}`)
        .replace('"provider": "postmark",', `"provider": "postmark", "endpoint": "${postmark.origin}",`)
        .replace('https://example.com/hook', postmark.origin); // there may be no internet where tests run
      await runScript(['bash', '-eu', '-o', 'pipefail'], 'readme.sh', `${CURL}\n${ours}`, {
        API: subject.product.apiUrl,
        KEY: subject.product.apiKey,
        SECRET: subject.product.apiSecret,
      });
    } finally {
      await postmark.close();
    }
    const { body: user } = await call('GET /v1/users/grace');
    expect(user).toMatchObject({ email: 'grace@example.com', first_name: 'Grace' });
    expectOk(await call('GET /console/routes'));
  });
});
