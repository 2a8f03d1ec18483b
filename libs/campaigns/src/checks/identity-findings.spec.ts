import { describe, expect, it } from '@jest/globals';
import { footerWarnings, identityProblems } from './identity-findings.js';

describe('the identity of a campaign by mail', () => {
  it('is a problem while the workspace has no sender name or no postal address', () => {
    const whole = { senderName: 'Ada at Shop', postalAddress: '1 Broad Street, Lagos' };
    expect(identityProblems(whole)).toEqual([]);
    expect(identityProblems({ ...whole, postalAddress: null })).toMatchObject([{ code: 'no_identity' }]);
  });

  it('is said to be added in a footer if one of the variants shows no way out', () => {
    const [own, without] = [
      { subject: 'Sale', text: 'Leave: {{ unsubscribe_url }}' },
      { subject: 'Sale', text: 'Sale' },
    ];
    expect(footerWarnings([own])).toEqual([]);
    expect(footerWarnings([own, without])).toMatchObject([{ code: 'no_way_out' }]);
  });
});
