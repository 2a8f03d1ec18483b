import { describe, expect, it } from '@jest/globals';
import { transactionalProblems, transactionalWarnings } from './transactional-findings.js';

describe('a transactional campaign', () => {
  it('must show no link of a list, because it belongs to none', () => {
    expect(transactionalProblems(['first_name'])).toEqual([]);
    expect(transactionalProblems(['first_name', 'preferences_url', 'unsubscribe_url'])).toMatchObject([
      { code: 'content_invalid', message: expect.stringContaining('{{ unsubscribe_url }} leads nowhere') },
      { code: 'content_invalid', message: expect.stringContaining('{{ preferences_url }}') },
    ]);
  });

  it('says how many people it reaches who did not subscribe, and why', () => {
    expect(transactionalWarnings('New terms', { recipients: 10, withoutConsent: 0 })).toEqual([]);
    expect(transactionalWarnings('New terms', { recipients: 10, withoutConsent: 3 })).toMatchObject([
      { code: 'without_consent', message: expect.stringMatching(/^3 of 10 recipients get it without .* “New terms”$/) },
    ]);
    const [one] = transactionalWarnings('New terms', { recipients: 1, withoutConsent: 1 });
    expect(one?.message).toMatch(/^1 of 1 recipients gets it/);
  });
});
