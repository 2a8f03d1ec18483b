import { describe, expect, it } from '@jest/globals';
import { network, networkBlock } from './network.js';

describe('network', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('counts %s as %s', (address, shown) => {
    expect(network(address)).toBe(shown);
  });
});

describe('networkBlock', () => {
  it.each([
    ['192.0.2.77', '192.0.2.0/24'],
    ['::ffff:192.0.2.77', '192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:0DB8:0001::', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
    ['', 'unknown'],
    ['proxy', 'unknown'],
  ])('counts %s in %s', (address, block) => {
    expect(networkBlock(address)).toBe(block);
  });
});
