import { describe, expect, it } from '@jest/globals';
import type { AutomationTrigger } from '@dundun/domain';
import { importStart } from './import-start.js';

const LISTS = ['news', 'beta'];
const joins = { kind: 'list', list: 'news', change: 'subscribed' } as const;
const enters = { kind: 'segment', segment: 'pro', change: 'enters' } as const;
const dated = { kind: 'date', attribute: 'birthday', every: 'year', days: 0, at: '09:00' } as const;
const weekly = { kind: 'schedule', segment: 'pro', every: 'week', at: '09:00' } as const;

describe('what an import does with an automation', () => {
  it.each<[string, AutomationTrigger, string | null]>([
    ['never starts one by a list', joins, 'never'],
    ['never starts one by a segment', enters, 'never'],
    ['starts one by a list that takes old facts', { ...joins, old_facts: true }, 'now'],
    ['starts one by a segment that takes old facts', { ...enters, old_facts: true }, 'now'],
    ['leaves one by a date to its day', dated, 'later'],
    ['leaves one by the clock to its time', { ...weekly, old_facts: true }, 'later'],
    ['is nothing to one by another list', { ...joins, list: 'other', old_facts: true }, null],
    ['is nothing to one by an event', { kind: 'event', event: 'Paid', old_facts: true }, null],
    ['is nothing to one by a call', { kind: 'api' }, null],
  ])('%s', (_, trigger, start) => {
    expect(importStart(trigger, LISTS)).toBe(start);
  });
});
