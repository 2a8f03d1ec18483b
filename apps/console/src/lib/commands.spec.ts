import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { keepContentCommand, sendTemplateCommand } from './commands';

/** What a shell makes of a command: its words after `curl`. */
const wordsOf = (command: string) =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${command}`], { encoding: 'utf8' }).split('\n');

describe('commands to copy', () => {
  it('hand a shell what was meant, whatever a name has in it', () => {
    const words = wordsOf(sendTemplateCommand('https://api.test', `Ada's "best" $(touch x)`, { name: '…' }));
    expect(words).toContain('https://api.test/v1/send/email');
    const body = JSON.parse(words[words.indexOf('-d') + 1] ?? '') as object;
    expect(body).toMatchObject({ template: `Ada's "best" $(touch x)`, template_variables: { name: '…' } });
  });

  it('name the method where it is none of the usual', () => {
    expect(wordsOf(keepContentCommand('https://api.test')).slice(0, 2)).toEqual(['-X', 'PUT']);
  });
});
