import { expect } from '@jest/globals';
import type { Answer } from '@dundun/testing';

/** RFC 3339 in UTC with milliseconds: the form of every time in an answer. */
export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const JSON_TYPE = 'application/json; charset=utf-8';
const INNARDS = /<html|<!doctype|\bat [\w.<>]+ \(|node_modules|\.[jt]s:\d+|SELECT |INSERT |ECONN|QueryFailed/i;

/** Expects a success of the contract: 200, JSON, a request id, and this body. */
export function expectOk(answer: Answer, body?: unknown): void {
  expect({ status: answer.status, error: answer.body?.error }).toEqual({ status: 200, error: undefined });
  expect(answer.headers.get('Content-Type')).toBe(JSON_TYPE);
  expect(answer.headers.get('Request-Id')).toMatch(/^[\w.:-]{1,200}$/);
  if (body !== undefined) expect(answer.body).toEqual(body);
}

/** Expects a refusal of the contract: its status, only `{"error"}`, the code in the header, a request id. */
export function expectRefusal(answer: Answer, status: number, code: string, error?: string | RegExp): void {
  const text = error instanceof RegExp ? expect.stringMatching(error) : (error ?? expect.stringMatching(/\w+ \w+/));
  expect({ status: answer.status, code: answer.headers.get('Dundun-Error'), body: answer.body }).toEqual({
    status,
    code,
    body: { error: text },
  });
  expect(answer.headers.get('Content-Type')).toBe(JSON_TYPE);
  expect(answer.headers.get('Request-Id')).toMatch(/^[\w.:-]{1,200}$/);
  if (status === 429 || status === 503) expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
  expectNoInnards(answer);
}

/** Expects no internals: no HTML, stack trace or SQL. */
export function expectNoInnards({ text }: Pick<Answer, 'text'>): void {
  expect(text).not.toMatch(INNARDS);
}

/** Expects a success or a refusal as JSON, but no failure of the service. */
export function expectCivil(answer: Answer): void {
  expect(answer.status).toBeLessThan(500);
  if (answer.status === 200) return;
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: answer.status,
    body: { error: expect.stringMatching(/\w/) },
  });
  expectNoInnards(answer);
}
