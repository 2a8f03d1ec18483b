import { describe, expect, it } from '@jest/globals';
import { InvalidInputError } from '../refusals/input.js';
import {
  anniversary,
  countedKey,
  daysOf,
  endOfDay,
  isLocalDate,
  leafKey,
  localDay,
  readSegmentTree,
  segmentSentence,
  startOfDay,
  usesOf,
  type EventLeaf,
  type SegmentNode,
} from './index.js';

const LIST = '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11';
const pro = { attribute: 'plan', type: 'text', is: 'equals', value: 'pro' };

function faultsOf(match: unknown): Record<string, string> {
  try {
    readSegmentTree(match);
    return {};
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return Object.fromEntries((error.fields ?? []).map(({ field, message }) => [field, message]));
  }
}

describe('readSegmentTree', () => {
  it.each([
    [pro],
    [{ all: [pro, { not: { event: 'Order placed', times: { at_least: 2 }, window: { last: { days: 30 } } } }] }],
    [
      {
        any: [
          { list: LIST, status: ['subscribed', 'none'] },
          { list: LIST, status: ['subscribed'], channel: 'sms', since: { last: { days: 7 } } },
          { reachable: 'email', list: LIST },
        ],
      },
    ],
    [{ event: 'Paid', where: [{ property: 'total', type: 'number', is: 'above', value: 200 }] }],
    [{ event: 'Paid', which: 'first', window: { from: '2026-01-01', to: '2026-01-31' } }],
    [{ bucket: { salt: 'a', from: 0, to: 999 } }],
    [{ message: 'clicked', of: { list: LIST }, machine: true, times: { at_least: 2 }, window: { last: { days: 90 } } }],
    [{ message: 'opened', of: { campaign: LIST } }],
    [{ not: { message: 'opened', including_unknown: true, times: { at_least: 3 } } }],
    [{ created: { before_last: { months: 3 } } }],
    [{ imported: 'any' }],
    [{ imported: LIST }],
    [{ field: 'email', type: 'text', is: 'ends_with', value: '@example.com' }],
    [{ attribute: 'born', type: 'date', is: 'anniversary_in_next', value: { days: 7 } }],
  ])('accepts %j as it is', (match) => expect(readSegmentTree(match)).toEqual(match));

  it('drops defaults, sorts values and puts ids into lower case', () => {
    expect(
      readSegmentTree({
        all: [
          { event: 'Paid', times: { at_least: 1 }, window: { ever: true }, where: [] },
          { attribute: 'plan', type: 'text', is: 'one_of', value: ['b', 'a', 'b'] },
          { list: LIST.toUpperCase() },
        ],
      }),
    ).toEqual({
      all: [
        { event: 'Paid' },
        { attribute: 'plan', type: 'text', is: 'one_of', value: ['a', 'b'] },
        { list: LIST, status: ['subscribed'] },
      ],
    });
  });

  it.each([
    [null, { match: /must be an object/ }],
    [[], { match: /must be an object/ }],
    [{ sql: '1=1' }, { match: /one of the keys/ }],
    [{ all: [] }, { 'match.all': /at least one/ }],
    [{ all: 'x' }, { 'match.all': /must be a list/ }],
    [{ ...pro, list: LIST }, { match: /not both attribute and list/ }],
    [{ ...pro, negate: true }, { 'match.negate': /not known/ }],
    [{ all: [pro, { ...pro, type: 'regex' }] }, { 'match.all[1].type': /text, number, boolean, date/ }],
    [{ ...pro, is: 'above' }, { 'match.is': /for the type text/ }],
    [{ ...pro, value: 5 }, { 'match.value': /must be text/ }],
    [{ ...pro, value: '' }, { 'match.value': /1 to 1000/ }],
    [{ ...pro, attribute: '' }, { 'match.attribute': /name of an attribute/ }],
    [{ ...pro, is: 'is_set' }, { 'match.value': /left out/ }],
    [{ field: 'meta', type: 'text', is: 'is_set' }, { 'match.field': /other names are attributes/ }],
    [{ list: 'news' }, { 'match.list': /id of a list/ }],
    [{ list: LIST, status: ['gone'] }, { 'match.status': /subscribed/ }],
    [{ list: LIST, channel: 'push' }, { 'match.channel': /email, sms/ }],
    [{ list: LIST, status: ['none'], since: { last: { days: 1 } } }, { 'match.since': /left out/ }],
    [{ event: '' }, { 'match.event': /name of an event/ }],
    [{ event: 'a', times: { at_least: 0 } }, { 'match.times.at_least': /from 1/ }],
    [{ event: 'a', times: { between: [3, 1] } }, { 'match.times.between': /smaller first/ }],
    [{ event: 'a', window: { last: { days: 9_999 } } }, { 'match.window.last.days': /1 to 3650/ }],
    [{ event: 'a', window: { last: { hours: 1 } } }, { 'match.window.last': /days, weeks and months/ }],
    [{ event: 'a', window: { from: '2026-02-30' } }, { 'match.window.from': /must be a day/ }],
    [{ event: 'a', window: { from: '2026-02-02', to: '2026-02-01' } }, { 'match.window.to': /before from/ }],
    [{ event: 'a', which: 'last', times: { at_least: 2 } }, { 'match.times': /left out/ }],
    [
      { event: 'a', where: [{ property: 'x', type: 'number', is: 'above', value: '1' }] },
      { 'match.where[0].value': /number/ },
    ],
    [
      { event: 'a', where: [{ property: 'x', type: 'date', is: 'in_last', value: { days: 1 } }] },
      { 'match.where[0].is': /today/ },
    ],
    [{ message: 'read' }, { 'match.message': /sent, arrived, opened/ }],
    [{ message: 'sent', of: { list: 'news' } }, { 'match.of.list': /id of a list/ }],
    [{ message: 'sent', of: LIST }, { 'match.of': /"list".* or .*"campaign"/ }],
    [{ message: 'sent', of: {} }, { 'match.of': /"list".* or .*"campaign"/ }],
    [{ message: 'sent', of: { list: LIST, campaign: LIST } }, { 'match.of': /"list".* or .*"campaign"/ }],
    [{ message: 'sent', of: { campaign: 'Spring' } }, { 'match.of.campaign': /id of a campaign/ }],
    [{ message: 'sent', machine: true }, { 'match.machine': /only for opened/ }],
    [{ message: 'clicked', including_unknown: true }, { 'match.including_unknown': /only for opened/ }],
    [{ message: 'opened', machine: true, including_unknown: true }, { 'match.including_unknown': /without machine/ }],
    [{ message: 'opened', times: { exactly: 2 }, including_unknown: true }, { 'match.including_unknown': /at most/ }],
    [{ segment: 'vip' }, { 'match.segment': /id of a segment/ }],
    [{ reachable: 'push' }, { 'match.reachable': /email or sms/ }],
    [{ bucket: { from: 5, to: 1 } }, { 'match.bucket': /smaller first/ }],
    [{ imported: 'people.csv' }, { 'match.imported': /id of an import, or any/ }],
    [{ created: { ever: true } }, { 'match.created': /name days/ }],
    [{ all: Array.from({ length: 51 }, () => pro) }, { 'match.all': /at most 50/ }],
    [{ any: [{ all: Array(26).fill(pro) }, { all: Array(25).fill(pro) }] }, { match: /it has 51/ }],
    [{ not: { not: { not: { not: { not: { not: pro } } } } } }, { 'match.not.not.not.not.not': /deeper than 5/ }],
    [{ ...pro, value: 'x'.repeat(70_000) }, { match: /65536 bytes/ }],
  ])('refuses wrong tree %# with a sentence at the field', (match, expected) => {
    const faults = faultsOf(match);
    expect(Object.keys(faults)).toEqual(Object.keys(expected));
    for (const [field, message] of Object.entries(expected)) expect(faults[field]).toMatch(message as RegExp);
  });

  it('names every wrong part at once, and at most twenty', () => {
    expect(Object.keys(faultsOf({ all: [{ list: 1 }, pro, { event: 5 }] }))).toEqual([
      'match.all[0].list',
      'match.all[2].event',
    ]);
    expect(Object.keys(faultsOf({ all: Array(50).fill({ list: 1 }) }))).toHaveLength(20);
  });
});

describe('the days of a window', () => {
  it.each([
    [{ last: { days: 1 } }, { from: '2026-03-31' }],
    [{ last: { weeks: 1 } }, { from: '2026-03-25' }],
    [{ last: { months: 1 } }, { from: '2026-03-01' }],
    [{ before_last: { days: 1 } }, { to: '2026-03-30' }],
    [{ from: '2026-01-01' }, { from: '2026-01-01' }],
  ])('of %j are %j', (window, days) => expect(daysOf(window, '2026-03-31')).toEqual(days));

  it('end where those before them begin', () => {
    for (const length of [{ days: 30 }, { weeks: 5 }, { months: 6 }]) {
      const [last, before] = [daysOf({ last: length }, '2026-08-31'), daysOf({ before_last: length }, '2026-08-31')];
      expect(Date.parse(String(last.from)) - Date.parse(String(before.to))).toBe(86_400_000);
    }
  });

  it('knows days of the calendar', () => {
    expect(['2026-02-28', '2024-02-29'].map(isLocalDate)).toEqual([true, true]);
    expect(['2026-02-29', '2026-13-01', '1899-01-01', '2026-1-1', 20260101].map(isLocalDate)).toEqual(
      Array(5).fill(false),
    );
  });

  it.each([
    ['2000-02-29', '2026-02-01', '2026-02-28'],
    ['1990-12-31', '2026-12-31', '2026-12-31'],
    ['1990-01-01', '2026-12-31', '2027-01-01'],
  ])('puts the anniversary of %s, seen on %s, on %s', (day, today, next) => expect(anniversary(day, today)).toBe(next));
});

describe('the local day', () => {
  it.each([
    ['Africa/Lagos', '2026-03-10', '2026-03-09T23:00:00.000Z'],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
    ['America/New_York', '2026-03-09', '2026-03-09T04:00:00.000Z'],
    ['Asia/Kathmandu', '2026-03-10', '2026-03-09T18:15:00.000Z'],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z'],
  ])('in %s %s begins at %s', (zone, day, start) => {
    expect(startOfDay(day, zone).toISOString()).toBe(start);
    expect(localDay(new Date(start), zone)).toBe(day);
    expect(localDay(new Date(Date.parse(start) - 1), zone) < day).toBe(true);
    expect(localDay(new Date(endOfDay(day, zone).getTime() - 1), zone)).toBe(day);
  });
});

describe('keys', () => {
  it('are equal for equal conditions, whatever the order of their keys', () => {
    const [one, other] = [readSegmentTree(pro), readSegmentTree(Object.fromEntries(Object.entries(pro).reverse()))];
    expect(leafKey(one as EventLeaf)).toBe(leafKey(other as EventLeaf));
    const tests = [
      { property: 'a', type: 'text', is: 'is_set' },
      { property: 'b', type: 'text', is: 'is_set' },
    ];
    const counted = (where: unknown) => countedKey(readSegmentTree({ event: 'Paid', where }) as EventLeaf);
    expect(counted(tests)).toBe(counted([...tests].reverse()));
    expect(counted(tests)).not.toBe(counted(undefined));
  });

  it('name everything that a tree depends on, once', () => {
    const tree = readSegmentTree({
      all: [
        pro,
        { ...pro, value: 'free' },
        { reachable: 'sms', list: LIST },
        { segment: LIST },
        { not: { event: 'Paid', window: { last: { days: 3 } } } },
        { list: LIST, channel: 'email' },
        { field: 'tz', type: 'text', is: 'is_set' },
      ],
    });
    expect(usesOf(tree).map(({ what, key }) => `${what} ${key}`)).toEqual([
      'attribute plan',
      'suppression ',
      'field number',
      `list ${LIST}`,
      `segment ${LIST}`,
      'event ["Paid"]',
      'day ',
      'field email',
      'field tz',
    ]);
  });
});

describe('segmentSentence', () => {
  const titles = {
    list: (id: string) => (id === LIST ? 'News' : null),
    segment: () => 'VIP',
    campaign: (id: string) => (id === LIST ? 'Spring sale' : null),
    import: (id: string) => (id === LIST ? 'people.csv' : null),
  };
  const never = { event: 'Paid', times: { exactly: 0 } };
  it.each<[unknown, string]>([
    [pro, 'People whose “plan” is “pro”.'],
    [{ not: pro }, 'People whose “plan” is not “pro”.'],
    [{ not: { not: pro } }, 'People whose “plan” is “pro”.'],
    [{ all: [pro, { not: { segment: LIST } }] }, 'People whose “plan” is “pro” and who are not in the segment “VIP”.'],
    [
      { any: [pro, { all: [pro, { list: LIST }] }] },
      'People whose “plan” is “pro” or (whose “plan” is “pro” and who are subscribed on the list “News”).',
    ],
    [{ not: { list: LIST, channel: 'sms' } }, 'People who are not subscribed by SMS on the list “News”.'],
    [{ not: { any: [pro, { reachable: 'email' }] } }, 'People whose “plan” is not “pro” and who cannot get email.'],
    [
      { event: 'Paid', times: { at_least: 3 }, window: { last: { days: 30 } } },
      'People who did “Paid” at least 3 times in the last 30 days.',
    ],
    [never, 'People who did not do “Paid”.'],
    [
      { event: 'Paid', where: [{ property: 'total', type: 'number', is: 'above', value: 200 }] },
      'People who did “Paid” (“total” is above 200).',
    ],
    [
      { event: 'Paid', which: 'first', window: { last: { weeks: 1 } } },
      'People who did “Paid” for the first time in the last week.',
    ],
    [
      { not: { message: 'clicked', of: { list: LIST }, window: { last: { days: 90 } } } },
      'People who did not click a link in a message of the list “News” in the last 90 days.',
    ],
    [{ not: { message: 'opened', of: { campaign: LIST } } }, 'People who did not open the campaign “Spring sale”.'],
    [
      { not: { message: 'opened', including_unknown: true } },
      'People who did not open a message (including unknown opens).',
    ],
    [
      { message: 'sent', of: { campaign: LIST.replace('0', '1') } },
      'People who were sent the campaign “deleted campaign”.',
    ],
    [{ message: 'sent', times: { at_most: 0 } }, 'People who were not sent a message.'],
    [{ reachable: 'sms', list: LIST.replace('0', '1') }, 'People who can get SMS of the list “deleted list”.'],
    [{ bucket: { salt: '', from: 0, to: 999 } }, 'People who are in a random 10% of all people.'],
    [{ created: { before_last: { months: 2 } } }, 'People who were created before the last 2 months.'],
    [{ imported: LIST }, 'People who came by the import of “people.csv”.'],
    [{ not: { imported: 'any' } }, 'People who did not come by an import.'],
    [{ field: 'archived', type: 'boolean', is: 'equals', value: false }, 'People who are not archived.'],
  ])('says %j', (match, sentence) =>
    expect(segmentSentence(readSegmentTree(match) as SegmentNode, titles)).toBe(sentence),
  );
});
