import { describe, expect, it } from '@jest/globals';
import { linksWith, withParameters, type LinkParameters } from './link-parameters.js';

const UTM: LinkParameters = { values: { utm_source: 'shop', utm_campaign: "may's sale & more" }, except: [] };
const ADDED = 'utm_source=shop&utm_campaign=may%27s%20sale%20%26%20more';
const inText = (text: string, parameters = UTM) => withParameters({ text }, parameters).text;

describe('parameters of links', () => {
  it.each([
    ['https://a.test', `https://a.test?${ADDED}`],
    ['https://a.test/b?c=1', `https://a.test/b?c=1&${ADDED}`],
    ['https://a.test/b?c=1&', `https://a.test/b?c=1&${ADDED}`],
    ['https://a.test/b#top', `https://a.test/b?${ADDED}#top`],
    ['https://a.test/?c#top?d', `https://a.test/?c&${ADDED}#top?d`],
    ['https://a.test/?utm_source=x', 'https://a.test/?utm_source=x&utm_campaign=may%27s%20sale%20%26%20more'],
    ['https://a.test/?xutm_source=x', `https://a.test/?xutm_source=x&${ADDED}`],
    ['mailto:ada@a.test', 'mailto:ada@a.test'],
  ])('are added to %s', (link, expected) => {
    expect(inText(link)).toBe(expected);
  });

  it('are not added twice', () => {
    const once = inText('See https://a.test/#b, or https://c.test.') as string;
    expect(inText(once)).toBe(once);
  });

  it('leave a link alone that is excepted', () => {
    const parameters = { ...UTM, except: ['https://a.test/'] };
    expect(inText('https://a.test/ https://b.test/', parameters)).toBe(`https://a.test/ https://b.test/?${ADDED}`);
  });

  it('are escaped in attributes, whatever quotes these have, and change nothing else', () => {
    const and = ADDED.replaceAll('&', '&amp;');
    const html = `<a href="https://a.test/?b=1&amp;c">A</a><a href='https://b.test'>B</a><a href=https://c.test>C</a>`;
    expect(withParameters({ html }, UTM).html).toBe(
      `<a href="https://a.test/?b=1&amp;c&amp;${and}">A</a><a href='https://b.test?${and}'>B</a><a href=https://c.test?${and}>C</a>`,
    );
    const other = '<a href="mailto:a@b.test">M</a><img src="https://a.test/i.png"><a name="x">N</a>';
    expect(withParameters({ html: other }, UTM).html).toBe(other);
  });

  it('keep Liquid in an address, and leave an address alone that is a variable', () => {
    const html = `<a href="https://a.test/{{ code | default: '#?' }}">A</a><a href="{{ unsubscribe_url }}">B</a>`;
    expect(withParameters({ html }, { values: { utm_source: 'x' }, except: [] }).html).toBe(
      `<a href="https://a.test/{{ code | default: '#?' }}?utm_source=x">A</a><a href="{{ unsubscribe_url }}">B</a>`,
    );
  });

  it('can be looked at: each link once, with where it leads', () => {
    const html = '<a href="https://a.test/">A</a><a href="https://a.test/">again</a><a href="tel:1">T</a>';
    expect(linksWith({ html }, UTM)).toEqual([{ target: 'https://a.test/', result: `https://a.test/?${ADDED}` }]);
    expect(linksWith({ text: 'https://b.test' }, { values: {}, except: [] })).toEqual([
      { target: 'https://b.test', result: 'https://b.test' },
    ]);
  });
});
