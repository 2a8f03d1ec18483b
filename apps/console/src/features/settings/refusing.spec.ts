import { describe, expect, it } from '@jest/globals';
import { refusing } from './refusing';

describe('refusing', () => {
  it('names who reached the budget', () => {
    expect(refusing('network', '203.0.113.0/24')).toBe('The network 203.0.113.0/24');
    expect(refusing('network', 'unknown')).toBe('An unknown network');
    expect(refusing('list', 'Tea news')).toBe('The list “Tea news”');
    expect(refusing('list', null)).toContain('no longer exists');
    expect(refusing('workspace', null)).toBe('The whole workspace');
    expect(refusing('mailbox', null)).toBe('One mailbox');
  });
});
