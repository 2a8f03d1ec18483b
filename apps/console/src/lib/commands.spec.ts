import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { sendTemplateCommand, upsertPersonCommand } from './commands';

/** Parses a command as a shell does and returns the words after `curl`. */
const wordsOf = (command: string) =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${command}`], { encoding: 'utf8' }).split('\n');

describe('curl commands', () => {
  it('quote any name safely for a shell', () => {
    const words = wordsOf(sendTemplateCommand('https://api.test', `Ada's "best" $(touch x)`, { name: '…' }));
    expect(words).toContain('https://api.test/v1/send/email');
    const body = JSON.parse(words[words.indexOf('-d') + 1] ?? '') as object;
    expect(body).toMatchObject({ template: `Ada's "best" $(touch x)`, template_variables: { name: '…' } });
  });

  it('include the method when it is not the default', () => {
    expect(wordsOf(upsertPersonCommand('https://api.test')).slice(0, 2)).toEqual(['-X', 'PUT']);
  });
});
