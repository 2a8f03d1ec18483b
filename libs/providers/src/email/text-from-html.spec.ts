import { describe, expect, it } from '@jest/globals';
import { cpuClock } from '@dundun/testing/cpu-clock';
import { derivedText, textFromHtml } from './text-from-html.js';

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
    ['<title>Tab</title><p>text</p>', 'text'],
  ])('%j', (html, text) => expect(textFromHtml(html)).toBe(text));

  it.each([
    '<div style="display:none">gone</div>',
    '<div style="DISPLAY : None !important; color:red">gone</div>',
    '<span style="display:none">go<b>n</b>e</span>',
    '<div hidden>gone<div>gone</div></div>',
    '<p style="visibility:hidden">gone<p>',
    '<div style="max-height:0px;overflow:hidden">gone</div>',
    '<div style="opacity:0">gone</div>',
    '<img style="display:none" alt="gone">',
    '<a href="https://x.test/gone" style="display:none" aria-hidden="true"></a>',
    '<a href="https://x.test/gone" style="display&#58;none">gone</a>',
    '<table><tr><td style="display:none">gone</table>',
    '<svg><g style="display:none"/></svg>',
    '<style>.pre, #x{display:none}</style><div class="a pre">gone</div><i id=x>gone</i>',
    '<style><!-- /* a { */ @import "x"; div.pre { color: red; display: none !important } --></style><div class=pre>gone</div>',
  ])('leaves out what is hidden: %s', (hidden) => {
    expect(textFromHtml(`<p>before</p>${hidden}<p>after</p>`)).toMatch(/^before\n+after$/);
  });

  it.each([
    '<p style="display:block">shown</p>',
    '<div style="font-size:0px"><span style="font-size:14px">shown</span></div>',
    '<style>.a{color:red} @media (max-width:600px){.a{display:none}} .b{display:none}</style><p class="a">shown</p>',
    '<style>.a{display:none}</style><p class="a" style="display:block">shown</p>',
    '<!--[if mso]><p>gone</p><![endif]--><p>shown</p>',
    '<div style="display:none">gone</div></div></p>shown',
    '<p style="overflow:hidden;max-height:40px">shown</p>',
  ])('keeps what is shown: %s', (html) => expect(textFromHtml(html)).toBe('shown'));

  it.each([
    ['<img src="a.png" alt="Summer sale"><img src="b.png">', 'Summer sale'],
    ['<a href="https://x.test/"><img src="a.png" alt="Summer sale"></a>', 'Summer sale [https://x.test/]'],
    ['<a href="https://x.test/"><img src="a.png"></a>', 'https://x.test/'],
    ['<p>&nbsp;</p><img alt="gone" hidden><img src="a.png">', ''],
  ])('consists of alternative texts for HTML made of images: %s', (html, text) => {
    expect(textFromHtml(html)).toBe(text);
  });

  it('is the subject for HTML without any text', () => {
    expect(derivedText({ html: '<img src="a.png">', subject: 'Summer sale' })).toBe('Summer sale');
  });

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
    ['full of hidden elements', '<i hidden>'.repeat(20_000)],
    ['full of style sheets', '<style>'.repeat(20_000)],
    ['full of rules', `<style>${'.a{display:none}/*'.repeat(6_000)}</style>`],
    ['full of classes', `<style>.a{display:none}</style>${`<p class="${'b '.repeat(100)}">`.repeat(500)}`],
  ])('takes little time for HTML that is %s', (_name, html) => {
    const used = cpuClock();
    textFromHtml(html);
    expect(used()).toBeLessThan(5_000);
  });
});
