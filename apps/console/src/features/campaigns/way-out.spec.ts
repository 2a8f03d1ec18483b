import { describe, expect, it } from '@jest/globals';
import { asSentence, wayOutOf, wayOutOfHalt } from './way-out';

describe('the way out of a finding', () => {
  it('leads to where it is mended', () => {
    expect(wayOutOf('no_audience')?.href).toBe('#audience');
    expect(wayOutOf('variable_missing')?.href).toBe('#content');
    expect(wayOutOf('domain_not_connected')?.href).toBe('/settings/domains');
    expect(wayOutOf('sent_before')).toBeUndefined();
  });

  it('of a halt leads to no section of a draft', () => {
    expect(wayOutOfHalt('refusals')?.href).toBe('/settings/providers');
    expect(wayOutOfHalt('list_archived')).toBeUndefined();
  });

  it('is said as a sentence', () => {
    expect(asSentence('it has no subject')).toBe('It has no subject.');
  });
});
