import { describe, expect, it } from '@jest/globals';
import { canReach, choiceOf, settingsOf, withTarget } from './mapping';

const column = (header: string, suggestion: object) => ({ header, samples: [], suggestion });
const view = (settings: object | null = null) =>
  ({ columns: [column('Email', { to: 'email' }), column('Plan', { to: 'attribute', name: 'Plan', type: 'text' })], settings }) as never; // prettier-ignore

describe('the mapping of an import', () => {
  it('begins with what is suggested, or with what was chosen before', () => {
    expect(choiceOf(view()).rules).toEqual([{ to: 'email' }, { to: 'attribute', name: 'Plan', type: 'text' }]);
    const settings = {
      columns: [{ to: 'uid' }],
      existing: 'fill',
      empty: 'clear',
      lists: ['l'],
      consent: 'c',
      optin: 'confirmed',
    };
    expect(choiceOf(view(settings))).toMatchObject({
      rules: [{ to: 'uid' }, { to: 'attribute' }],
      ...{ existing: 'fill', empty: 'clear', lists: ['l'], consent: 'c', optin: 'confirmed' },
    });
  });

  it('says only what the API takes', () => {
    const choice = { ...choiceOf(view()), consent: '  ' };
    expect(settingsOf(choice, ['typo'])).toEqual({
      columns: [{ to: 'email' }, { to: 'attribute', name: 'Plan', type: 'text' }],
      ...{ existing: 'update', empty: 'leave', lists: [], optin: 'pending', skip: ['typo'] },
    });
    expect(settingsOf({ ...choice, consent: ' Yes ' })).toMatchObject({ consent: 'Yes' });
  });

  it('gives a field to one column', () => {
    const { rules } = choiceOf(view());
    expect(withTarget(rules, 1, 'email', 'Plan')).toEqual([{ to: 'skip' }, { to: 'email' }]);
    expect(withTarget([{ to: 'skip' }, { to: 'skip' }], 1, 'attribute', '')).toEqual([
      { to: 'skip' },
      { to: 'attribute', name: 'column_2', type: 'text' },
    ]);
    expect(canReach(rules)).toBe(true);
    expect(canReach([{ to: 'first_name' }])).toBe(false);
  });
});
