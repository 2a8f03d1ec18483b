import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { startFakePostmark } from '@dundun/providers/testing';
import { expectOk } from './support/answers.js';
import { useWorkspace } from './support/product.js';
import { runScript } from './support/quick-starts.js';

/** As in a shell, but a refusal ends the script and says which line it was. */
const CURL = 'curl() { command curl -sS --fail-with-body "$@" || { echo "refused: $*" >&2; return 1; }; }';

async function commands(): Promise<string> {
  const readme = await readFile('README.md', 'utf8');
  const section = /^## Call it$([\s\S]*?)^## /m.exec(readme)?.[1] ?? '';
  return [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code]) => code).join('\n');
}

describe('README.md', () => {
  const subject = useWorkspace();
  const { call } = subject;

  it('has commands that can be pasted one after the other into a shell', async () => {
    const code = await commands();
    expect(code.match(/^(?:export \w+=\$\()?curl /gm)?.length).toBeGreaterThan(30);
    // What is left for the reader to fill in would be sent as it stands.
    expect(code).not.toMatch(/…|"<[\w ]+>"|\bdate -/);
    const postmark = await startFakePostmark();
    try {
      const ours = code
        // Of an installation in this folder; ours is another one.
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
  }, 60_000);
});
