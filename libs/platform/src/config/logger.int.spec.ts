import { expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a program whose stdout is not read. Returns its stderr. */
async function saidBeside(text: string, script: string): Promise<string> {
  const program = `import { createLogger } from '@dundun/platform/config';\n${text}`;
  const child = spawn('sh', ['-c', script, 'sh', process.execPath, '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (piece: Buffer) => (said += piece.toString()));
  await once(child.stderr, 'close');
  return said;
}

it('an unwritable log neither ends the process nor prevents its exit', async () => {
  const text = `
    import { closeSync } from 'node:fs';
    const logger = createLogger('test', 'info');
    closeSync(1);
    logger.info('lost');
    setTimeout(() => { logger.info('lost too'); process.stderr.write('alive'); process.exit(); }, 200);`;
  expect(await saidBeside(text, 'exec "$@"')).toBe('alive');
});

it('unread lines do not fill the memory', async () => {
  const text = `
    const logger = createLogger('test', 'info');
    const line = 'x'.repeat(100_000);
    for (let count = 0; count < 4_000; count += 1) logger.info(line);
    process.stderr.write(String(Math.round(process.memoryUsage.rss() / 1e6)));
    process.kill(process.pid, 'SIGKILL');`;
  expect(Number(await saidBeside(text, 'exec "$@"'))).toBeLessThan(300);
});
