import { expect, it } from '@jest/globals';
import { safeFileName } from './file-name.js';

it.each([
  ['invoice.pdf', 'invoice.pdf'],
  ['Größe 🥁.pdf', 'Größe 🥁.pdf'],
  ['👩‍👧 می‌خواهم.png', '👩‍👧 می‌خواهم.png'],
  ['.htaccess', '.htaccess'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['C:\\Users\\ada\\cv.doc', 'cv.doc'],
  ['/', 'attachment'],
  ['a/', 'attachment'],
  ['..', 'attachment'],
  ['a/..\u202e', 'attachment'],
  ['a\u202egpj.exe', 'agpj.exe'],
  ['\u2066a\u2069\u200f\u061c.txt', 'a.txt'],
  ['a\tb\u2028c\u0085.txt', 'a b c .txt'],
])('stores %j as %j', (given, name) => {
  expect(safeFileName(given)).toBe(name);
});
