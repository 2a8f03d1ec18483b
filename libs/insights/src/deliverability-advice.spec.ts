import type { DomainHealth } from '@dundun/accounts';
import { describe, expect, it } from '@jest/globals';
import { deliverabilityAdvice } from './deliverability-advice.js';
import { noFigures } from './group-report.repository.js';

const WELL: DomainHealth = {
  ...{ id: 'd', domain: 'shop.example', status: 'connected', dkim: 'ok', spf: 'ok', dmarc: 'ok', policy: 'none' },
  ...{ reported: 1_000, aligned: 999 },
};
const of = (figures: object, health: Partial<DomainHealth> = {}) =>
  deliverabilityAdvice({ ...noFigures(), sent: 1_000, arrived: 1_000, ...figures }, { ...WELL, ...health });

describe('the advice on deliverability', () => {
  it('is silent when all is well, unknown, or too little to tell', () => {
    expect(of({ bounced: 10, complained: 0, deferred: 50 })).toEqual([]);
    expect(of({ sent: 50, arrived: 40, bounced: 10, complained: 5 })).toEqual([]);
    expect(of({}, { dkim: null, spf: 'error', dmarc: null })).toEqual([]);
    expect(deliverabilityAdvice({ ...noFigures() }, null)).toEqual([]);
  });

  it.each([
    [{ bounced: 20 }, 'watch', /^2% of 1,000 messages bounced/],
    [{ bounced: 50 }, 'act', /^5% of 1,000 messages bounced/],
    [{ complained: 1 }, 'watch', /^0.1% of 1,000 messages were reported/],
    [{ complained: 3 }, 'act', /^0.3%/],
    [{ deferred: 100 }, 'watch', /took more than one attempt/],
    [{ failed: 200 }, 'act', /^16.6% of 1,200 messages could not/],
  ])('says of %j that it is to %s', (figures, severity, text) => {
    expect(of(figures)).toEqual([{ severity, text: expect.stringMatching(text) }]);
  });

  it('names records that are wrong and mail that fails DMARC, the urgent first', () => {
    const advice = of({ bounced: 20 }, { dmarc: 'missing', dkim: 'different', aligned: 900, policy: 'reject' });
    expect(advice.map(({ severity, text }) => [severity, text.split(' ').slice(0, 4).join(' ')])).toEqual([
      ['act', 'The DKIM record is'],
      ['act', 'Only 90% of 1,000'],
      ['watch', 'The DMARC record is'],
      ['watch', '2% of 1,000 messages'],
    ]);
  });
});
