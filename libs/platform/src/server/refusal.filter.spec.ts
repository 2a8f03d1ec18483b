import { describe, expect, it } from '@jest/globals';
import type { ArgumentsHost } from '@nestjs/common';
import { UnavailableError } from '@dundun/domain';
import { createLogger } from '../config/logger.js';
import { RefusalFilter } from './refusal.filter.js';

/** Returns the log and the answer of the filter for an error on a link with a token. */
function caught(error: unknown) {
  let log = '';
  const answer = { status: 0, body: {} as object };
  const reply = {
    sent: false,
    status: (status: number) => ((answer.status = status), reply),
    headers: () => reply,
    send: (body: object) => ((answer.body = body), reply),
  };
  const request = {
    id: 'req_1',
    method: 'GET',
    url: '/p/confirm/the-token?email=ada@example.com',
    routeOptions: { url: '/p/confirm/:token' },
    headers: {},
  };
  const host = { switchToHttp: () => ({ getRequest: () => request, getResponse: () => reply }) };
  const logger = createLogger('test', 'info', { write: (line: string) => void (log += line) });
  new RefusalFilter(logger).catch(error, host as unknown as ArgumentsHost);
  return { log, answer };
}

const callerLeft = Object.assign(new Error('aborted'), { code: 'ECONNRESET', statusCode: 400 });

describe('RefusalFilter', () => {
  it('does not log a disconnected caller as an error', () => {
    const { log, answer } = caught(callerLeft);
    expect([log, answer]).toEqual(['', { status: 400, body: { error: expect.stringMatching(/ended before/) } }]);
  });

  it.each([
    [new Error('a bug'), 500, '"level":50'],
    [new UnavailableError(), 503, '"level":40'],
  ])('logs %s with its route, without path parameters or query', (error, status, level) => {
    const { log, answer } = caught(error);
    expect(answer.status).toBe(status);
    expect(log).toContain(level);
    expect(log).toContain('/p/confirm/:token');
    expect(log).not.toMatch(/the-token|ada@example/);
    expect(JSON.stringify(answer.body)).not.toContain('a bug');
  });
});
