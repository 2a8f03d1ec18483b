import { describe, expect, it } from '@jest/globals';
import { cpuClock } from '@dundun/testing/cpu-clock';
import type { EmailContent } from '../message/message.js';
import { fillSlots, isTracked, slotsOf, trackSms, type Asked } from './track-content.js';

const URLS = {
  linkOf: (number: number) => `https://links.test/t/c/${number}`,
  pixel: 'https://links.test/t/o/x',
  isOurs: (url: string) => url.startsWith('https://dundun.test/p/'),
};
const CLICKS = { opens: false, clicks: true };
const OPENS = { opens: true, clicks: false };
const TRAP = /<a href="https:\/\/links\.test\/t\/c\/\d+" aria-hidden="true"[^>]*><\/a>/;
function trackEmail(content: EmailContent, asked: Asked): EmailContent {
  const slots = slotsOf(content, asked, URLS.isOurs);
  return isTracked(slots) ? fillSlots(content, slots, URLS) : content;
}
const html = (source: string) => trackEmail({ subject: 'S', html: source }, CLICKS);
const T = (number: number) => URLS.linkOf(number);

/** Returns the tracked HTML and the targets, without the honeypot. */
function tracked(source: string): [string, string[]] {
  const { html: after = '', links = [], track } = html(source);
  const targets = track?.honeypot == null ? links : links.filter((_, number) => number !== track.honeypot);
  return [after.replace(TRAP, ''), targets];
}

describe('links in html', () => {
  it.each<[string, string, string, string[]]>([
    ['double quotes', '<a href="https://a.test/x">x</a>', `<a href="${T(0)}">x</a>`, ['https://a.test/x']],
    ['single quotes', "<a href='https://a.test/x'>x</a>", `<a href='${T(0)}'>x</a>`, ['https://a.test/x']],
    ['no quotes', '<a href=https://a.test/x>x</a>', `<a href=${T(0)}>x</a>`, ['https://a.test/x']],
    ['no quotes and a slash', '<a href=https://a.test/>x</a>', `<a href=${T(0)}>x</a>`, ['https://a.test/']],
    ['http', '<a href="http://a.test/">x</a>', `<a href="${T(0)}">x</a>`, ['http://a.test/']],
    ['an area', '<map><area href="https://a.test/m"></map>', `<map><area href="${T(0)}"></map>`, ['https://a.test/m']],
    ['upper case', '<A HREF="HTTPS://A.TEST/X">x</A>', `<A HREF="${T(0)}">x</A>`, ['https://a.test/X']],
    ['space around =', '<a href = "https://a.test/">x</a>', `<a href = "${T(0)}">x</a>`, ['https://a.test/']],
    [
      'line breaks',
      '<a\n\thref\n=\n"https://a.test/"\n>x</a>',
      `<a\n\thref\n=\n"${T(0)}"\n>x</a>`,
      ['https://a.test/'],
    ],
    ['entities', '<a href="https://a.test/?a=1&amp;b=2">x</a>', `<a href="${T(0)}">x</a>`, ['https://a.test/?a=1&b=2']],
    [
      'a bare &',
      '<a href="https://a.test/?a=1&copy=2">x</a>',
      `<a href="${T(0)}">x</a>`,
      ['https://a.test/?a=1&copy=2'],
    ],
    ['an entity first', '<a href="&#104;ttps://a.test/">x</a>', `<a href="${T(0)}">x</a>`, ['https://a.test/']],
    ['an entity last', "<a href='https://a.test/&#x41;'>x</a>", `<a href='${T(0)}'>x</a>`, ['https://a.test/A']],
    [
      'an escaped quote',
      '<a href="https://a.test/?q=&quot;b">x</a>',
      `<a href="${T(0)}">x</a>`,
      ['https://a.test/?q=%22b'],
    ],
    ['the other quote', `<a href="https://a.test/?q='b">x</a>`, `<a href="${T(0)}">x</a>`, ['https://a.test/?q=%27b']],
    [
      '> in a value',
      '<a title="a>b" href="https://a.test/">x</a>',
      `<a title="a>b" href="${T(0)}">x</a>`,
      ['https://a.test/'],
    ],
    ['space around it', '<a href="  https://a.test/ ">x</a>', `<a href="${T(0)}">x</a>`, ['https://a.test/']],
    ['a broken line in it', '<a href="https://a.\ntest/x">x</a>', `<a href="${T(0)}">x</a>`, ['https://a.test/x']],
    [
      'letters beyond ASCII',
      '<a href="https://bücher.test/ü">x</a>',
      `<a href="${T(0)}">x</a>`,
      ['https://xn--bcher-kva.test/%C3%BC'],
    ],
    [
      'other attributes',
      '<a class=b href="https://a.test/" data-x>x</a>',
      `<a class=b href="${T(0)}" data-x>x</a>`,
      ['https://a.test/'],
    ],
    [
      'doubled attributes',
      '<a href="https://a.test/" href="https://b.test/">x</a>',
      `<a href="${T(0)}" href="https://b.test/">x</a>`,
      ['https://a.test/'],
    ],
    [
      'attributes without space',
      '<a class="b"href="https://a.test/">x</a>',
      `<a class="b"href="${T(0)}">x</a>`,
      ['https://a.test/'],
    ],
    ['a tag that closes itself', '<area href="https://a.test/" />', `<area href="${T(0)}" />`, ['https://a.test/']],
    [
      'two targets',
      '<a href="https://a.test/">x</a><a href="https://b.test/">y</a>',
      `<a href="${T(0)}">x</a><a href="${T(1)}">y</a>`,
      ['https://a.test/', 'https://b.test/'],
    ],
    [
      'one target twice',
      '<a href="https://a.test">x</a><a href="https://a.test/">y</a>',
      `<a href="${T(0)}">x</a><a href="${T(0)}">y</a>`,
      ['https://a.test/'],
    ],
    [
      'an image in a link',
      '<a href="https://a.test/"><img src="https://i.test/"></a>',
      `<a href="${T(0)}"><img src="https://i.test/"></a>`,
      ['https://a.test/'],
    ],
    [
      'a link after a comment',
      '<!-- a --><a href="https://a.test/">x</a>',
      `<!-- a --><a href="${T(0)}">x</a>`,
      ['https://a.test/'],
    ],
    [
      'a link after an odd comment',
      '<!--><a href="https://a.test/">x</a>',
      `<!--><a href="${T(0)}">x</a>`,
      ['https://a.test/'],
    ],
    ['a link that never closes', '<p><a href="https://a.test/">x', `<p><a href="${T(0)}">x`, ['https://a.test/']],
    [
      'a condition that shows',
      '<![if !mso]><a href="https://a.test/">x</a><![endif]>',
      `<![if !mso]><a href="${T(0)}">x</a><![endif]>`,
      ['https://a.test/'],
    ],
    [
      'a condition of Outlook',
      '<!--[if mso]><a href="https://a.test/?a=1&amp;b">x</a><![endif]--><a href="https://b.test/">y</a>',
      `<!--[if mso]><a href="${T(0)}">x</a><![endif]--><a href="${T(1)}">y</a>`,
      ['https://a.test/?a=1&b', 'https://b.test/'],
    ],
    [
      'a button of Outlook and its twin',
      '<!--[if (gte mso 9)|(IE)]><v:roundrect xmlns:v="urn:x" href="https://a.test/" arcsize="8%"><center>x</center>' +
        '</v:roundrect></body><![endif]--><![if !mso]><a href="https://a.test/">x</a><![endif]>',
      `<!--[if (gte mso 9)|(IE)]><v:roundrect xmlns:v="urn:x" href="${T(0)}" arcsize="8%"><center>x</center>` +
        `</v:roundrect></body><![endif]--><![if !mso]><a href="${T(0)}">x</a><![endif]>`,
      ['https://a.test/'],
    ],
    ['VML', '<V:Rect HREF=https://a.test/ />', `<V:Rect HREF=${T(0)} />`, ['https://a.test/']],
    ['a name and password', '<a href="https://u:p@a.test/">x</a>', `<a href="${T(0)}">x</a>`, ['https://u:p@a.test/']],
  ])('are tracked: %s', (_, source, after, targets) => {
    expect(tracked(source)).toEqual([after, targets]);
  });

  it.each([
    ['mailto:', '<a href="mailto:ada@example.com">x</a>'],
    ['tel:', '<a href="tel:+2348012345678">x</a>'],
    ['sms:', '<a href="sms:+2348012345678">x</a>'],
    ['an anchor', '<a href="#top">x</a>'],
    ['cid:', '<a href="cid:image">x</a>'],
    ['javascript:', '<a href="javascript:alert(1)//https://a.test/">x</a>'],
    ['javascript: with entities', '<a href="java&#115;cript:alert(1)">x</a>'],
    ['javascript: with a tab', '<a href="java\tscript:alert(1)">x</a>'],
    ['data:', '<a href="data:text/html,https://a.test/">x</a>'],
    ['no scheme', '<a href="a.test/x">x</a>'],
    ['no scheme but slashes', '<a href="//a.test/x">x</a>'],
    ['no host', '<a href="https://">x</a>'],
    ['no target', '<a href>x</a><a href="">y</a><a name=z>z</a>'],
    ['half a placeholder', '<a href="{{ link }}">x</a>'],
    ['our own unsubscribe page', '<a href="https://dundun.test/p/u/abc">x</a>'],
    ['what is not to be tracked', '<a data-dundun-notrack href="https://a.test/">x</a>'],
    ['what is not to be tracked, said later', '<a href="https://a.test/" DATA-DUNDUN-NOTRACK="">x</a>'],
    ['a comment', '<!-- <a href="https://a.test/">x</a> -->'],
    ['a comment inside a condition', '<!--[if mso]><!--[if mso]><a href="https://a.test/">x</a>'],
    ['a comment that looks like a condition', '<!-- [if mso]><a href="https://a.test/">x</a><![endif]-->'],
    ['CDATA', '<![CDATA[<a href="https://a.test/">x</a>]]>'],
    ['a script', '<script>var a = \'<a href="https://a.test/">\'</script>'],
    ['a style', '<style>/* <a href="https://a.test/"> */</style>'],
    ['a text area', '<textarea><a href="https://a.test/"></textarea>'],
    ['a title', '<title><a href="https://a.test/"></title>'],
    ['another attribute', '<a title="https://a.test/" data-href="https://a.test/">x</a>'],
    ['another element', '<link href="https://a.test/"><img src="https://a.test/"><base href="https://a.test/">'],
    ['a longer name', '<abbr href="https://a.test/"></abbr><aside href="https://a.test/"></aside>'],
    ['a tag that never ends', '<a href="https://a.test/'],
    ['a tag inside an attribute', '<p title=\'<a href="https://a.test/">\'>x</p>'],
    ['an endless target', `<a href="https://a.test/${'x'.repeat(5_000)}">x</a>`],
    ['plain text', 'https://a.test/ is not a link here'],
  ])('are not tracked: %s', (_, source) => {
    const content = { subject: 'S', html: source };
    expect(trackEmail(content, CLICKS)).toBe(content);
  });

  it('leave every other byte unchanged', () => {
    const odd = '<!DOCTYPE html>\r\n<P>Ünï &nbsp;&unknown; \u{1f600}\0<br/><x:y z>< a</p ></ BODY\n>';
    const [after] = tracked(`${odd}<a href="https://a.test/">x</a>${odd}`);
    expect(after).toBe(`${odd}<a href="${T(0)}">x</a>${odd}`);
  });

  it('are tracked up to a thousand targets', () => {
    const many = Array.from({ length: 1_200 }, (_, index) => `<a href="https://a.test/${index}">x</a>`).join('');
    const [after, targets] = tracked(many);
    expect(targets).toHaveLength(1_000);
    expect(after).toContain('href="https://a.test/1000"');
    expect(after).not.toContain('href="https://a.test/999"');
    expect(slotsOf({ subject: 'S', html: many + many }, CLICKS, URLS.isOurs).untracked).toBe(200);
  });

  const fastest = (piece: string) => {
    const source = piece.repeat(Math.ceil(5_000_000 / piece.length));
    const times = [1, 2, 3, 4, 5].map(() => {
      const used = cpuClock();
      html(source);
      return used();
    });
    return Math.min(...times);
  };

  it('are found quickly in 5 MB', () => {
    const paragraph = `<p class="text">${'Some words. '.repeat(20)}<a href="https://a.test/?a=1&amp;b=2">a link</a></p>\n`;
    expect(fastest(paragraph)).toBeLessThan(2_000);
  });

  it.each([
    '<a href="https://a.test/" ',
    '<a<a<a href=',
    '<!--<a href="',
    '<!--[if mso]>',
    '<!--[if mso]><v:rect href="https://a.test/">-->',
    '<a href="&amp;&#x26;&',
    '</body><a title=">',
  ])('take linear time in 5 MB of %s', (piece) => expect(fastest(piece)).toBeLessThan(5_000));
});

describe('additions to html', () => {
  const both = (source: string) => trackEmail({ subject: 'S', html: source }, { opens: true, clicks: true });
  const pixel = /<img src="https:\/\/links\.test\/t\/o\/x" width="1" height="1"[^>]*>/;

  it.each([
    ['<html><body><p>Hi</p></body></html>', '<html><body><p>Hi</p>#</body></html>'],
    ['<p>Hi</p>', '<p>Hi</p>#'],
    ['<p>Hi</p></BODY\n></html>', '<p>Hi</p>#</BODY\n></html>'],
    ['<!-- </body> --><p>Hi</p>', '<!-- </body> --><p>Hi</p>#'],
    ['<p title="</body>">Hi</p>', '<p title="</body>">Hi</p>#'],
    ['</body><p>Hi</p></body>', '</body><p>Hi</p>#</body>'],
    ['', '#'],
  ])('put the pixel at the end of the body: %s', (source, after) => {
    const content = trackEmail({ subject: 'S', html: source }, OPENS);
    expect(content.html?.replace(pixel, '#')).toBe(after);
    expect(content).toMatchObject({ links: [], track: { opens: true, clicks: false, honeypot: null } });
  });

  it('include an invisible link with the target of the first link', () => {
    const content = both('<body><a href="https://a.test/">x</a></body><a href="https://b.test/">y</a>');
    expect(content.html?.replace(TRAP, '!').replace(pixel, '#')).toBe(
      `<body><a href="${T(0)}">x</a>!#</body><a href="${T(1)}">y</a>`,
    );
    expect(content).toMatchObject({
      links: ['https://a.test/', 'https://b.test/', 'https://a.test/'],
      track: { opens: true, clicks: true, honeypot: 2 },
    });
    expect(content.html).toContain(`<a href="${T(2)}" aria-hidden="true"`);
  });

  it('include no invisible link if there are no links', () => {
    expect(both('<p>Hi</p>').html).not.toMatch(TRAP);
  });
});

describe('the text of an email with html alone', () => {
  const source = '<div style="display:none">Preview</div><p>Hi <a href="https://a.test/">there</a></p>';

  it('is derived before anything is added, and its links are tracked', () => {
    const { text, links } = trackEmail({ subject: 'S', html: source }, { opens: true, clicks: true });
    expect(text).toBe(`Hi there [${T(0)}]`);
    expect(links).toEqual(['https://a.test/', 'https://a.test/']);
  });

  it('is derived when only opens are tracked', () => {
    expect(trackEmail({ subject: 'S', html: source }, OPENS).text).toBe('Hi there [https://a.test/]');
  });

  it('keeps the links that are not tracked in the html', () => {
    const { text, links } = trackEmail(
      { subject: 'S', html: `${source}<a data-dundun-notrack href="https://b.test/">b</a> https://c.test/` },
      CLICKS,
    );
    expect(text).toBe(`Hi there [${T(0)}]\n\nb [https://b.test/] https://c.test/`);
    expect(links).toEqual(['https://a.test/', 'https://a.test/']);
  });

  it('is never empty', () => {
    expect(
      trackEmail({ subject: 'Our sale', html: '<a href="https://a.test/"><img src="a.png"></a>' }, CLICKS).text,
    ).toBe(T(0));
    expect(trackEmail({ subject: 'Our sale', html: '<img src="a.png">' }, OPENS).text).toBe('Our sale');
  });
});

describe('links in text', () => {
  const text = (source: string) => trackEmail({ subject: 'S', text: source }, CLICKS);

  it.each<[string, string, string[]]>([
    ['See https://a.test/x now', `See ${T(0)} now`, ['https://a.test/x']],
    ['https://a.test', T(0), ['https://a.test/']],
    ['HTTP://A.test/', T(0), ['http://a.test/']],
    ['Look: https://a.test/x.', `Look: ${T(0)}.`, ['https://a.test/x']],
    ['Is it https://a.test/x?!', `Is it ${T(0)}?!`, ['https://a.test/x']],
    ['(see https://a.test/x)', `(see ${T(0)})`, ['https://a.test/x']],
    ['https://a.test/x_(y)', T(0), ['https://a.test/x_(y)']],
    ['(https://a.test/x_(y)).', `(${T(0)}).`, ['https://a.test/x_(y)']],
    ['[x](https://a.test/x)', `[x](${T(0)})`, ['https://a.test/x']],
    ['help [https://a.test/x]Leave', `help [${T(0)}]Leave`, ['https://a.test/x']],
    ['https://a.test/?tags[]=x', T(0), ['https://a.test/?tags[]=x']],
    ['<https://a.test/x>', `<${T(0)}>`, ['https://a.test/x']],
    ['"https://a.test/x"', `"${T(0)}"`, ['https://a.test/x']],
    ['“https://a.test/x”', `“${T(0)}”`, ['https://a.test/x']],
    ['**https://a.test/x**', `**${T(0)}**`, ['https://a.test/x']],
    ['https://a.test/?a=1&amp;b=2', T(0), ['https://a.test/?a=1&amp;b=2']],
    [
      'https://a.test/ https://b.test/ https://a.test/',
      `${T(0)} ${T(1)} ${T(0)}`,
      ['https://a.test/', 'https://b.test/'],
    ],
    ['a\r\nhttps://a.test/x\r\nb', `a\r\n${T(0)}\r\nb`, ['https://a.test/x']],
    ['https://dundun.test/p/u/x https://a.test/', `https://dundun.test/p/u/x ${T(0)}`, ['https://a.test/']],
  ])('%j', (source, after, targets) => {
    expect(text(source)).toMatchObject({ text: after, links: targets, track: { honeypot: null } });
  });

  it.each([
    'mailto:ada@example.com',
    'www.a.test',
    'javascript:alert(1)',
    'ftp://a.test/',
    'xhttps://a.test/',
    'https://',
    'https://)',
  ])('not %j', (source) => {
    const content = { subject: 'S', text: source };
    expect(trackEmail(content, CLICKS)).toBe(content);
  });

  it('share their numbers with links in html', () => {
    const content = trackEmail(
      { subject: 'S', html: '<a href="https://a.test/">x</a>', text: 'https://b.test/ https://a.test/' },
      CLICKS,
    );
    expect(content.text).toBe(`${T(1)} ${T(0)}`);
    expect(content.links).toEqual(['https://a.test/', 'https://b.test/', 'https://a.test/']);
  });

  it('are not tracked when only opens are', () => {
    const content = { subject: 'S', text: 'https://a.test/' };
    expect(trackEmail(content, OPENS)).toBe(content);
  });

  it('are found quickly among many brackets', () => {
    const used = cpuClock();
    text(`https://a.test/${')'.repeat(1_000_000)} https://${'('.repeat(1_000_000)}${'.'.repeat(1_000_000)}`);
    expect(used()).toBeLessThan(5_000);
  });
});

describe('links in an SMS', () => {
  it('are tracked', () => {
    expect(trackSms({ body: 'Pay at http://a.test/pay, now', channel: 'dnd' }, URLS)).toEqual({
      body: `Pay at ${T(0)}, now`,
      channel: 'dnd',
      links: ['http://a.test/pay'],
      track: { opens: false, clicks: true, honeypot: null },
    });
  });

  it('are optional', () => {
    const content = { body: 'Your code is 123456' };
    expect(trackSms(content, URLS)).toBe(content);
  });
});
