import { describe, expect, it } from '@jest/globals';
import { identityFindings } from './identity-findings.js';

describe('the identity of marketing mail', () => {
  const whole = { senderName: 'Ada at Shop', postalAddress: '1 Broad Street, Lagos' };
  const codes = (...given: Parameters<typeof identityFindings>) => identityFindings(...given).map(({ code }) => code);

  it('is complete with a sender name, a postal address and a way out', () => {
    expect(codes(whole, ['first_name', 'unsubscribe_url'])).toEqual([]);
    expect(codes(whole, ['preferences_url'])).toEqual([]);
  });

  it('names what is missing', () => {
    expect(codes(whole, ['first_name'])).toEqual(['no_way_out']);
    const [name] = identityFindings({ ...whole, senderName: null }, ['unsubscribe_url']);
    expect(name).toMatchObject({ code: 'no_identity', message: expect.stringMatching(/no sender name, which/) });
    const [both] = identityFindings({ senderName: null, postalAddress: '' }, ['unsubscribe_url']);
    expect(both?.message).toMatch(/no sender name and no postal address/);
  });
});
