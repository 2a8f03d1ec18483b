import { describe, expect, it } from '@jest/globals';
import { cpuClock } from '@dundun/testing/cpu-clock';
import { textFromHtml } from './text-from-html.js';

describe('textFromHtml', () => {
  it.each([
    ['<h1>Hello</h1><p>Ümläut &amp; 🥁</p>', 'Hello\n\nÜmläut & 🥁'],
    ['<a href="https://x.test/a">here</a>', 'here [https://x.test/a]'],
    ['<a href="https://x.test">https://x.test</a>', 'https://x.test'],
    ['<style>p{}</style><script>x()</script><p>text</p><img src="x" alt="pixel">', 'text'],
    ['<ul><li>one</li><li>two</li></ul>', '* one\n * two'],
    ['', ''],
    ['<p', ''],
    [`${'<table><tbody><tr><td>'.repeat(20)}deep${'</td></tr></tbody></table>'.repeat(20)}`, 'deep'],
  ])('%j', (html, text) => expect(textFromHtml(html)).toBe(text));

  it.each([
    ['deeply nested', '<div>'.repeat(100_000)],
    ['made of open brackets', '<'.repeat(300_000)],
    ['full of attributes', `<p ${'a="b" '.repeat(100_000)}>`],
    ['full of entities', '&amp;'.repeat(100_000)],
    ['full of lists', '<ul><li>'.repeat(50_000)],
    ['full of siblings', '<p>x</p>'.repeat(50_000)],
    ['one long table', `<table>${'<tr><td>x</td></tr>'.repeat(20_000)}</table>`],
    ['full of unclosed tags', '<b>'.repeat(100_000) + '</p>'.repeat(100_000)],
    ['full of tags that close other tags', '<b>'.repeat(16_000) + '</p>'.repeat(13_000)],
    ['full of spaces', ' '.repeat(1_000_000)],
  ])('takes little time for HTML that is %s', (_name, html) => {
    const used = cpuClock();
    textFromHtml(html);
    expect(used()).toBeLessThan(5_000);
  });
});
