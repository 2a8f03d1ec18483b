import { describe, expect, it, jest } from '@jest/globals';
import { Mailboxes } from './mailboxes.service.js';

const exchangers = (exchange: string) => jest.fn(() => Promise.resolve([{ priority: 10, exchange }]));

describe('Mailboxes', () => {
  it('knows large mailbox providers without a lookup', () => {
    const mx = exchangers('mx.example.com');
    const mailboxes = new Mailboxes({ mx });
    expect(mailboxes.of('Grace@GoogleMail.com')).toBe(mailboxes.of('ada@gmail.com'));
    expect(mx).not.toHaveBeenCalled();
  });

  it('groups other domains by their mail exchanger, which it looks up once', async () => {
    const mx = exchangers('aspmx.l.google.com');
    const mailboxes = new Mailboxes({ mx });
    expect(mailboxes.of('ada@reader.test')).toBe('reader.test');
    expect(await Promise.all([mailboxes.find('ada@reader.test'), mailboxes.find('eve@reader.test')])).toEqual([
      'google',
      'google',
    ]);
    expect(mailboxes.of('ada@reader.test')).toBe('google');
    expect(mx).toHaveBeenCalledTimes(1);
  });

  it('leaves a domain on its own whose exchanger is unknown or cannot be looked up', async () => {
    expect(await new Mailboxes({ mx: exchangers('mx.reader.test') }).find('ada@reader.test')).toBe('reader.test');
    expect(await new Mailboxes({ mx: () => Promise.resolve([]) }).find('ada@reader.test')).toBe('reader.test');
    expect(await new Mailboxes({ mx: () => Promise.reject(new Error('timeout')) }).find('ada@reader.test')).toBe(
      'reader.test',
    );
  });

  it('looks up fifty domains at a time at most', () => {
    const mx = jest.fn(() => new Promise<never>(() => undefined));
    const mailboxes = new Mailboxes({ mx });
    for (let n = 0; n < 200; n++) mailboxes.of(`ada@d${n}.test`);
    expect(mx).toHaveBeenCalledTimes(50);
  });
});
