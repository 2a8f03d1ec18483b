import { expect, it } from '@jest/globals';
import { isWebUrl, urlOf } from './web-url.js';

it.each([
  'https://example.com',
  'http://localhost:3000/thanks?a=1#b',
  'HTTPS://Example.com/',
  'https://bücher.example/ä',
  'http://127.0.0.1/',
])('accepts %s', (text) => expect(isWebUrl(text)).toBe(true));

it.each([
  '',
  'example.com',
  '//example.com',
  '/thanks',
  'http:/example.com',
  'http://',
  'https:///example.com',
  'http://exa mple.com',
  'http://example.com\n',
  ' http://example.com',
  'http:\\\\example.com',
  'https://example.com\\@evil.example',
  'http://[::1',
  'ftp://example.com',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://example.com/\0',
  'https://example.com/\ud83d',
  `https://example.com/${'x'.repeat(2048)}`,
])('refuses %j', (text) => expect(isWebUrl(text)).toBe(false));

it('gives the same result after 50,000 calls', () => {
  const refused = Array.from({ length: 50_000 }, () => urlOf('https://bücher.example/ä')).filter((url) => url === null);
  expect(refused).toEqual([]);
});
