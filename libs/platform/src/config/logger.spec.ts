import { describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { createLogger } from './logger.js';

const CANARY = 'canary-4711';

function linesOf(log: (logger: ReturnType<typeof createLogger>) => void): string {
  let written = '';
  log(createLogger('test', 'info', { write: (line: string) => void (written += line) }));
  return written;
}

describe('createLogger', () => {
  it('redacts secrets by field name', () => {
    const line = linesOf((logger) =>
      logger.info(
        { settings: { password: CANARY, auth_token: CANARY, secret: CANARY }, headers: { authorization: CANARY } },
        'x',
      ),
    );
    expect(line).not.toContain(CANARY);
    expect(line).toContain('"message":"x"');
  });

  it('logs the statement and the reason of a failure, but none of its values', () => {
    const cause = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: `Key (email)=(${CANARY}) already exists.`,
      where: `unnamed portal parameter $1 = '${CANARY}'`,
    });
    const failed = new QueryFailedError('INSERT INTO members VALUES ($1)', [CANARY], cause);
    const line = linesOf((logger) => logger.error({ err: failed }, 'a request failed'));
    expect(line).not.toContain(CANARY);
    expect(line).toContain('23505');
    expect(line).toContain('INSERT INTO members');
    expect(linesOf((logger) => logger.error({ err: cause }, 'x'))).not.toContain(CANARY);
  });
});
