import { describe, expect, it } from '@jest/globals';
import { initialSettings, readFields, readSettings } from './read-settings';
import { variantsOf } from './settings-schema';

const text = { type: 'string' };
const schema = {
  anyOf: [
    { type: 'object', properties: { host: text, port: { type: 'integer' }, pass: text }, required: ['host'] },
    { type: 'object', properties: { url: text }, required: ['url'] },
  ],
};
const variants = variantsOf(schema, ['pass']);
const variant = variants.find(({ name }) => name === 'host') as (typeof variants)[0];

describe('the settings of a form', () => {
  it('start with what is stored, without secrets', () => {
    expect(initialSettings(variants, { host: 'mail', port: 25, pass: 'x' })).toEqual({
      host: 'mail',
      port: '25',
      pass: '',
      url: '',
    });
  });

  it('are omitted when empty', () => {
    expect(readSettings({ host: ' mail ', port: '25', pass: '' }, variant, variants)).toEqual({
      host: 'mail',
      port: 25,
    });
  });

  it('keep a stored secret, and clear other stored values and other ways to enter the account', () => {
    const values = { host: 'mail', port: '', pass: '' };
    expect(readSettings(values, variant, variants, { host: 'mail', port: 25 })).toEqual({
      host: 'mail',
      port: null,
      url: null,
    });
  });

  it('come with fields that are cleared only by a change', () => {
    const empty = { name: '', domains: '', endpoint: '', rate_limit: '', sender_ids: 'A, B\nC' };
    expect(readFields(empty, false)).toEqual({ sender_ids: ['A', 'B', 'C'] });
    expect(readFields(empty, true)).toMatchObject({ name: null, endpoint: null, rate_limit: null, domains: [] });
  });
});
