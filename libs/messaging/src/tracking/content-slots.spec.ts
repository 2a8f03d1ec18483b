import { describe, expect, it } from '@jest/globals';
import { ContentSlots } from './content-slots.js';
import { fillSlots } from './track-content.js';

const ASKED = { opens: true, clicks: true };
const ours = () => false;
const urls = (name: string) => ({ linkOf: (number: number) => `t:${name}${number}`, pixel: `p:${name}` });
const mail = (html: string, more: object = {}) => ({ subject: 'Hi', html, text: 'see https://a.test/', ...more });

describe('the slots of a content', () => {
  it('are found once, and filled for each message', () => {
    const contents = new ContentSlots();
    const content = mail('<a href="https://a.test/">a</a>');
    const slots = contents.slotsOf(content, ASKED, 'https://x', ours);
    expect(contents.slotsOf({ ...content }, { ...ASKED }, 'https://x', ours)).toBe(slots);
    const [one, two] = ['one', 'two'].map((name) => fillSlots(content, slots, urls(name)));
    expect(one).toMatchObject({
      html: expect.stringMatching(/^<a href="t:one0">a<\/a>.*t:one1.*p:one/),
      text: 'see t:one0',
    });
    expect(two?.html).toBe(one?.html?.replaceAll('one', 'two'));
    expect(one?.links).toEqual(['https://a.test/', 'https://a.test/']);
  });

  it('differ by text, subject, tracking host and what is tracked', () => {
    const contents = new ContentSlots();
    const content = mail('<a href="https://a.test/">a</a>');
    const all = [
      contents.slotsOf(content, ASKED, 'https://x', ours),
      contents.slotsOf({ ...content, text: 'other' }, ASKED, 'https://x', ours),
      contents.slotsOf({ ...content, text: undefined }, ASKED, 'https://x', ours),
      contents.slotsOf({ ...content, subject: 'other' }, ASKED, 'https://x', ours),
      contents.slotsOf(content, { ...ASKED, opens: false }, 'https://x', ours),
      contents.slotsOf(content, { ...ASKED, clicks: false }, 'https://x', ours),
      contents.slotsOf(content, ASKED, 'https://y', () => true),
    ];
    expect(new Set(all).size).toBe(7);
    expect(all.map(({ links }) => links.length)).toEqual([2, 2, 2, 2, 2, 0, 0]);
  });

  it('are dropped for newer contents, and never kept of a long one', () => {
    const contents = new ContentSlots();
    const of = (html: string) => contents.slotsOf(mail(html), ASKED, 'https://x', ours);
    const [first, long] = [of('first'), of('x'.repeat(300_000))];
    expect(of('first')).toBe(first);
    expect(of('x'.repeat(300_000))).not.toBe(long);
    for (let number = 0; number < 20; number++) of(`${number}${'y'.repeat(150_000)}`);
    expect(of('first')).not.toBe(first);
  });
});
