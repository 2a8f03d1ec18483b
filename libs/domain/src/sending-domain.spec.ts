import { expect, it } from '@jest/globals';
import { domainsOver, isUnderConnectedDomain } from './sending-domain.js';

it('returns the domain and its parents without the top level', () => {
  expect(domainsOver('ada@a.mail.example.com')).toEqual(['a.mail.example.com', 'mail.example.com', 'example.com']);
  expect(domainsOver('nobody')).toEqual([]);
});

it.each([
  ['ada@example.com', ['example.com'], true],
  ['ada@mail.example.com', ['example.com'], true],
  ['Ada@MAIL.Example.com', ['EXAMPLE.com.'], true],
  ['ada@bücher.example', ['xn--bcher-kva.example'], true],
  ['ada@shop.xn--bcher-kva.example', ['Bücher.example'], true],
  ['ada@example.com', ['other.org', 'example.com'], true],
  ['ada@example.com', ['mail.example.com'], false],
  ['ada@notexample.com', ['example.com'], false],
  ['ada@example.com.evil.org', ['example.com'], false],
  ['ada@example.com', ['com'], false],
  ['ada@example.com', [], false],
  ['example.com', ['example.com'], false],
])('%s under %j: %s', (email, connected, expected) => {
  expect(isUnderConnectedDomain(email, connected)).toBe(expected);
});
