import { describe, expect, it } from '@jest/globals';
import { closedPage, formPage, joinedPage, TRAP } from './form.page.js';
import { messagePage } from './hosted-page.js';
import { confirmedPage, confirmPage } from './confirm.page.js';
import { confirmationMail } from '../memberships/confirmation-mail.js';
import { maskAddress } from './mask-address.js';
import { multipartFields } from './page-bodies.js';
import { LANGUAGES, wordsFor } from '../words/language.js';
import type { Words } from '../words/words.js';
import { preferencesPage } from './preferences.page.js';
import { readSignedAt, signedAt } from './signed-time.js';
import { askAddressPage, undonePage, unsubscribedPage, unsubscribePage } from './unsubscribe.page.js';
import { Seal } from '@dundun/platform/config';

const EVIL = `"><script>alert(1)</script>&'`;
const list = { title: EVIL, description: `</p><img src=x onerror='x'>`, doubleOptin: true };
const personal = {
  ...list,
  id: '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11',
  email: 'pending' as const,
  sms: null,
  is_archived: false,
  is_offered: false,
};
const own = {
  language: EVIL,
  languages: [{ tag: EVIL, name: EVIL }],
  refusesTracking: true,
  pause: { until: new Date('2026-12-24T10:00:00Z'), timeZone: 'Africa/Lagos' },
};

const pagesIn = (words: Words): [string, string][] => [
  ['confirm', confirmPage(words, list, EVIL)],
  ['confirmed', confirmedPage(words, list)],
  ['unsubscribe', unsubscribePage(words, list, EVIL, '../preferences/x')],
  ['ask', askAddressPage(words, list, words.form.wrongEmail)],
  ['unsubscribed', unsubscribedPage(words, list, words.unsubscribe.done(EVIL), { undo: EVIL, preferences: 'x' })],
  ['undone', undonePage(words, list)],
  [
    'preferences',
    preferencesPage(
      words,
      { lists: [personal, { ...personal, is_archived: true }], own },
      { address: EVIL, number: null },
      { said: words.preferences.saved },
    ),
  ],
  [
    'preferences by channel',
    preferencesPage(words, { lists: [{ ...personal, sms: 'none' }], own }, { address: EVIL, number: EVIL }),
  ],
  [
    'preferences with lists to join',
    preferencesPage(words, { lists: [{ ...personal, is_offered: true }], own: { ...own, language: null, pause: { ...own.pause, until: null } } }, { address: EVIL, number: null }, { fault: words.preferences.wrong }), // prettier-ignore
  ],
  ['preferences of nobody', preferencesPage(words, { lists: [], own: null }, { address: EVIL, number: null })],
  ['form', formPage(words, list, { email: EVIL, firstName: EVIL }, EVIL, { fault: EVIL, notice: EVIL })],
  ['joined', joinedPage(words, list, EVIL)],
  ['closed', closedPage(words, list)],
  ['message', messagePage(words, EVIL, EVIL)],
];

describe.each(LANGUAGES.map((words) => [words.language, words] as const))('pages in %s', (language, words) => {
  it.each(pagesIn(words))('%s: escapes third-party text and labels every field', (_, page) => {
    expect(page).toContain(`<html lang="${language}">`);
    expect(page).not.toMatch(/<(script|img|link|iframe|x)\b/);
    expect(page).not.toMatch(/<[^>]*\s(style|on\w+)=/);
    expect(page.match(/<h1\b/g)).toHaveLength(1);
    const ids = [...page.matchAll(/<(?:input|select) id="(\w+)"/g)].map(([, id]) => id);
    for (const id of ids) expect(page).toContain(`<label for="${id}">`);
    expect(page.match(/<input type="(?:checkbox|radio)"/g)?.length ?? 0).toBe(
      page.match(/<label class="choice">/g)?.length ?? 0,
    );
    expect(page).not.toMatch(/undefined|\[object|null/);
  });

  it('the mail escapes the title once and keeps every word', () => {
    const mail = confirmationMail(words, list, 'https://go.example/p/confirm/x');
    expect(mail.subject).toContain(EVIL);
    expect(mail.text).toContain(EVIL);
    expect(mail.html).toContain('<strong>&quot;&gt;&lt;script&gt;');
    expect(mail.html).not.toMatch(/\0|<script/);
  });
});

describe('the catalogue', () => {
  const leaves = (value: object): [string, unknown][] =>
    Object.entries(value).flatMap(([key, leaf]): [string, unknown][] =>
      typeof leaf === 'object' && leaf !== null ? leaves(leaf as object) : [[key, leaf]],
    );

  it('has every text in every language, with its argument', () => {
    const [english, ...others] = LANGUAGES as [Words, ...Words[]];
    for (const words of [english, ...others])
      for (const [key, said] of leaves(words)) {
        const text = typeof said === 'function' ? (said as (given: string) => string)('ARGUMENT') : String(said);
        expect([key, text.trim()]).toEqual([key, text]);
        expect(text.length).toBeGreaterThan(1);
        if (typeof said === 'function') expect(text).toContain('ARGUMENT');
      }
    for (const words of others) {
      const same = leaves(words).filter(([, said], index) => said === leaves(english)[index]?.[1]);
      expect(same).toEqual([]);
    }
  });

  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['en;q=0.2, fr;q=0.9', 'fr'],
    ['ja, es;q=0.5', 'es'],
    ['YO', 'yo'],
    ['fr;q=0, ja', 'en'],
    ['*;q=0.1, ;;;,=', 'en'],
    ['x'.repeat(10_000), 'en'],
  ])('%s is answered in %s', (accepted, language) => {
    expect(wordsFor(accepted).language).toBe(language);
  });
});

describe('parts of pages', () => {
  it('masks an address but for its first letter and domain, and a number but for its end', () => {
    expect(maskAddress('ada@example.com')).toBe('a•••@example.com');
    expect(maskAddress('2348012345678')).toBe('•••678');
  });

  it('reads the fields of a multipart form', () => {
    const body = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
    expect(multipartFields('multipart/form-data; boundary=b', body)).toEqual({ 'List-Unsubscribe': 'One-Click' });
    const two =
      '--"x\r\nContent-Disposition: form-data; name=a\r\nContent-Type: text/plain\r\n\r\n1\r\n2\r\n--"x\r\ncontent-disposition: form-data; name="b"\r\n\r\n\r\n--"x--';
    expect(multipartFields('multipart/form-data; boundary=b', two)).toEqual({});
    expect(multipartFields('multipart/form-data; boundary="b"', two.replaceAll('"x', 'b'))).toEqual({
      a: '1\r\n2',
      b: '',
    });
    for (const broken of ['', '--b', '--b\r\n', 'x'.repeat(9_000)])
      expect(multipartFields('multipart/form-data; boundary=b', broken)).toEqual({});
  });

  it('verifies only its own signed times', () => {
    const seal = new Seal(['ab'.repeat(32)]);
    const signed = signedAt(seal, 'undo', 'pending', 1_000);
    expect(readSignedAt(seal, 'undo', signed, 3_000)).toEqual({ text: 'pending', age: 2_000 });
    for (const wrong of [signed.replace('pending', 'subscribed'), `${signed}x`, '', undefined, 'a.b.c'])
      expect(readSignedAt(seal, 'undo', wrong, 3_000)).toBeNull();
    expect(readSignedAt(seal, 'other', signed, 3_000)).toBeNull();
  });

  it('hides the trap from sight, keyboard and screen readers', () => {
    const page = formPage(LANGUAGES[0] as Words, list, { email: '', firstName: '' }, 's');
    expect(page).toMatch(
      new RegExp(
        `aria-hidden="true"><label for="${TRAP}">[^<]+</label><input id="${TRAP}" name="${TRAP}" tabindex="-1"`,
      ),
    );
  });
});
