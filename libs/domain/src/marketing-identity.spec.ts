import { describe, expect, it } from '@jest/globals';
import { identityLack } from './marketing-identity.js';

describe('the identity of marketing mail', () => {
  const whole = { senderName: 'Ada at Shop', postalAddress: '1 Broad Street, Lagos' };

  it('is complete with a sender name and a postal address', () => {
    expect(identityLack(whole)).toBeUndefined();
  });

  it('names what is missing, and where to enter it', () => {
    expect(identityLack({ ...whole, senderName: null })).toMatch(/no sender name, which .* enter it in the settings/);
    expect(identityLack({ ...whole, postalAddress: '' })).toMatch(/no postal address, which/);
    expect(identityLack({ senderName: null, postalAddress: null })).toMatch(
      /no sender name and no postal address, which .* enter them in/,
    );
  });
});
