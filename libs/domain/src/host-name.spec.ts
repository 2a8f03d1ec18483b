import { expect, it } from '@jest/globals';
import { parseHostName } from './host-name.js';

it.each([
  ['example.com', 'example.com'],
  ['Mail.Example.COM', 'mail.example.com'],
  ['example.com.', 'example.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['BÜCHER.example.', 'xn--bcher-kva.example'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['3com.example', '3com.example'],
])('normalizes %s to %s', (text, host) => expect(parseHostName(text)).toBe(host));

it.each([
  '',
  '.',
  'localhost',
  'example..com',
  '.example.com',
  'example.com..',
  '-a.example.com',
  'a-.example.com',
  'a_b.example.com',
  'exa mple.com',
  'example.com/path',
  'example.com:25',
  'user@example.com',
  'example。com',
  '127.0.0.1',
  '[::1]',
  `${'a'.repeat(64)}.com`,
  `${'a.'.repeat(130)}com`,
])('refuses %j', (text) => expect(parseHostName(text)).toBeNull());
