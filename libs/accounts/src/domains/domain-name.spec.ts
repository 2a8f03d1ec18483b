import { describe, expect, it } from '@jest/globals';
import { readDomainName } from './domain-name.js';

describe('a domain name', () => {
  it.each([
    ['example.com', 'example.com'],
    [' Mail.Example.COM. ', 'mail.example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    [`${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.example.com`, expect.any(String)],
  ])('is read from %j', (text, domain) => {
    expect(readDomainName(text)).toEqual(domain);
  });

  it.each([
    ['https://example.com', 'leave out https://'],
    ['http://example.com/', 'leave out http://'],
    ['ftp://example.com', 'leave out ftp://'],
    ['example.com/path', 'without a path'],
    ['example.com:443', 'without a port'],
    ['ada@example.com', 'not an email address'],
    ['192.0.2.1', 'not an IP address'],
    ['[2001:db8::1]', 'not an IP address'],
    ['2001:db8::1', 'not an IP address'],
    ['localhost', 'a whole domain name'],
    ['com.', 'a whole domain name'],
    ['*.example.com', 'without *.'],
    ['my_shop.example.com', 'no underscores'],
    ['a-.example', 'must be a domain name'],
    ['a b.example', 'must be a domain name'],
    ['a..example', 'must be a domain name'],
    ['', 'must be a domain name'],
    [`${'a.'.repeat(115)}example`, 'at most 220 characters'],
  ])('is refused from %j: %s', (text, message) => {
    expect(readDomainName(text)).toEqual({ field: 'domain', message: expect.stringContaining(message) });
  });
});
