import { describe, expect, it } from '@jest/globals';
import { asSentence, wayOutOf, wayOutOfHalt } from './way-out';

describe('the way out of a finding', () => {
  it('leads to where it is mended', () => {
    expect(wayOutOf('no_audience', 'email')?.href).toBe('#audience');
    expect(wayOutOf('variable_missing', 'email')?.href).toBe('#content');
    expect(wayOutOf('domain_not_connected', 'email')?.href).toBe('/settings/domains');
    expect(wayOutOf('sent_before', 'email')).toBeUndefined();
  });

  it('of a halt leads to no section of a draft', () => {
    expect(wayOutOfHalt('refusals', 'email')?.href).toBe('/settings/providers');
    expect(wayOutOfHalt('list_archived', 'email')).toBeUndefined();
  });

  it('of a sender that is missing leads to the domains for mail, and to the providers for SMS', () => {
    expect(wayOutOf('no_sender', 'email')?.href).toBe('/settings/domains');
    expect(wayOutOf('no_sender', 'sms')?.href).toBe('/settings/providers');
    expect(wayOutOfHalt('no_sender', 'sms')?.href).toBe('/settings/providers');
  });

  it('is said as a sentence', () => {
    expect(asSentence('it has no subject')).toBe('It has no subject.');
  });
});
