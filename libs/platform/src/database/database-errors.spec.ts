import { describe, expect, it } from '@jest/globals';
import { UnavailableError } from '@dundun/domain';
import { QueryRunnerAlreadyReleasedError, TransactionNotStartedError } from 'typeorm';
import { isRowFault, translated } from './database-errors.js';

const coded = (code: string) => Object.assign(new Error('it broke'), { code });

describe('translated', () => {
  it.each<[string, Error]>([
    ['a refused connection', coded('ECONNREFUSED')],
    ['a connection that was reset', coded('ECONNRESET')],
    ['a crash of the server', coded('57P02')],
    ['a server that is starting', coded('57P03')],
    ['a full disk', coded('53100')],
    ['a write to a socket that is gone', coded('ERR_STREAM_DESTROYED')],
    ['a connection that ended', new Error('Connection terminated unexpectedly')],
    ['a transaction whose connection was taken away', new QueryRunnerAlreadyReleasedError()],
    ['a commit without its transaction', new TransactionNotStartedError()],
  ])('makes %s an UnavailableError', (_, error) => {
    expect(translated(error)).toBeInstanceOf(UnavailableError);
    expect((translated(error) as Error).cause).toBe(error);
  });

  const callerLeft = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });

  it.each([coded('23505'), coded('42P01'), new Error('a bug'), callerLeft])(
    'returns any other error unchanged: %s',
    (error) => {
      expect(translated(error)).toBe(error);
    },
  );
});

it.each([
  ['22P05', true],
  ['23502', true],
  ['54000', true],
  ['40001', false],
  ['53100', false],
  ['57014', false],
])('takes %s for a fault of a row: %p', (code, expected) => expect(isRowFault(coded(code))).toBe(expected));
