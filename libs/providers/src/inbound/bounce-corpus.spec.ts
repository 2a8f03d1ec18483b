import { describe, expect, it } from '@jest/globals';
import { readBounceMail } from './bounce-mail.js';
import { BOUNCES } from './testing-corpus.js';

describe('readBounceMail, 200 labelled reports', () => {
  it.each(BOUNCES.map((each) => [each.name, each] as const))('%s', async (_, { mail, expected }) => {
    const { reports = [] } = (await readBounceMail(mail)) ?? {};
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatchObject({ kind: 'bounced', bounce: expected });
  });

  it('cover at least 200 reports, 30 of them with a status part', () => {
    expect(BOUNCES.length).toBeGreaterThanOrEqual(200);
    expect(BOUNCES.filter(({ hasStatusPart }) => hasStatusPart).length).toBeGreaterThanOrEqual(30);
  });
});
