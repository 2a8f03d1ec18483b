import { describe, expect, it } from '@jest/globals';
import { changeOf, inMode, modeOf, type Fields } from './fields';

const fields: Fields = {
  ...{ name: 'News', lists: [], segments: [], without_lists: [], without_segments: [], list: null, profile: null },
  ...{ template: null, subject: 'Hi', html: '<p>Hi</p>', mjml: null, text: null },
  ...{ track_opens: true, track_clicks: true, per_minute: null, variants: [], test: null, holdout_percent: 0 },
  ...{ local_start: null, window: null, utm: null, conversion: null },
  ...{ sms_source: null, sms_from: null, most_sms_segments: null, transactional_reason: null },
};

describe('the fields of a draft', () => {
  it('are sent only where they changed', () => {
    expect(changeOf(fields, { ...fields })).toBeUndefined();
    expect(changeOf(fields, { ...fields, lists: ['a'], subject: null })).toEqual({ lists: ['a'], subject: null });
  });

  it('keep the name while its field is empty', () => {
    expect(changeOf(fields, { ...fields, name: '  ' })).toBeUndefined();
    expect(changeOf(fields, { ...fields, name: 'Other' })).toEqual({ name: 'Other' });
  });

  it('say where the body comes from, and change that without losing the rest', () => {
    expect(modeOf(fields)).toBe('html');
    const template = inMode('template', { ...fields, template: 'welcome' });
    expect(template).toEqual({ template: 'welcome', html: null, mjml: null, text: null });
    expect(modeOf(template)).toBe('template');
    expect(inMode('html', fields)).toEqual({ template: null, html: '<p>Hi</p>', mjml: null, text: null });
  });

  it('leaves variants out that say nothing yet', () => {
    const after = { ...fields, variants: [{ subject: '' }, { subject: 'Last chance' }] };
    expect(changeOf(fields, after)).toEqual({ variants: [{ subject: 'Last chance' }] });
    expect(changeOf(after, { ...fields, variants: [{ subject: '' }] })).toEqual({ variants: null });
  });
});
