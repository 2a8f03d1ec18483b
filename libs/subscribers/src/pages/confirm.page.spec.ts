import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { confirmationMail } from '../memberships/confirmation-mail.js';
import { confirmedPage, confirmPage, confirmText, fingerprint } from './confirm.page.js';
import { messagePage, PAGE_HEADERS } from './hosted-page.js';
import { en } from '../words/en.js';
import { hashOfToken, newToken } from '../memberships/tokens.js';

const hostile = { title: `"><script>alert(1)</script>&'`, description: `</p><img src=x onerror='x'>\n{{ 7 * 7 }}` };
const address = `o'hara"<x>@example.com`;
const pages = [
  confirmPage(en, hostile, address),
  confirmedPage(en, hostile),
  messagePage(en, hostile.title, hostile.description),
];

describe('hosted pages', () => {
  it.each(pages)('escape the texts of a list', (page) => {
    expect(page).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;&#39;');
    expect(page).not.toMatch(/<(script|img|a|link|iframe|x)\b/);
  });

  it.each(pages)('hold exactly the style that their policy allows, and load nothing', (page) => {
    const style = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(PAGE_HEADERS['Content-Security-Policy']).toContain(`style-src 'sha256-${hash}'`);
    expect(page).not.toMatch(/url\(|@import|https?:|style="/);
    expect(page).toMatch(/^<!doctype html><html lang="en"><head><meta charset="utf-8">/);
    expect(page).toContain('name="viewport"');
  });

  it('show the whole text that is stored as evidence', () => {
    const list = { title: 'News', description: 'One mail a month.' };
    const shown = confirmPage(en, list, 'ada@example.com');
    for (const line of confirmText(en, list, 'ada@example.com').split('\n'))
      expect(shown).toContain(line.replace(/[[\]]/g, ''));
    expect(shown).toContain(`?seen=${fingerprint(confirmText(en, list, 'ada@example.com'))}`);
    expect(confirmText(en, { title: 'News', description: null }, 'a@b.cd')).not.toContain('null');
  });
});

describe('the mail', () => {
  it('has the list and the link in HTML and text, and escapes third-party text', () => {
    const mail = confirmationMail(en, hostile, 'https://go.example/p/confirm/abc');
    expect(mail.subject).toContain(hostile.title);
    expect(mail.text).toContain(hostile.title);
    expect(mail.text).toContain('https://go.example/p/confirm/abc\n');
    expect(mail.html).toContain('href="https://go.example/p/confirm/abc"');
    expect(mail.html).not.toMatch(/<(script|img)\b/);
    expect(confirmationMail(en, { title: 'News', description: null }, 'x').text).not.toContain('null');
  });
});

describe('tokens', () => {
  it('have 192 bits and are stored as hashes', () => {
    const token = newToken();
    expect(Buffer.from(token, 'base64url')).toHaveLength(24);
    expect(newToken()).not.toBe(token);
    expect(hashOfToken(token)).toBe(createHash('sha256').update(token).digest('hex'));
    for (const wrong of ['', 'abc', `${token}x`, `${token.slice(1)}\0`, ` ${token.slice(1)}`])
      expect(hashOfToken(wrong)).toBeNull();
  });
});
