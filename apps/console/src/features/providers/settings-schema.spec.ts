import { describe, expect, it } from '@jest/globals';
import { labelOf, variantsOf } from './settings-schema';

const text = { type: 'string' };

describe('settings form', () => {
  it.each([
    ['accessKeyId', 'Access key ID'],
    ['apiKey', 'API key'],
    ['topicArn', 'Topic ARN'],
    ['host', 'Host'],
    ['accountSid', 'Account SID'],
  ])('names %s as %s', (name, label) => {
    expect(labelOf(name)).toBe(label);
  });

  it('marks required fields, hides secrets and offers choices', () => {
    const region = { type: 'string', enum: ['us', 'eu'], default: 'us' };
    const schema = {
      type: 'object',
      properties: { apiKey: { ...text, description: 'Shown once.' }, region },
      required: ['apiKey'],
    };
    expect(variantsOf(schema, ['apiKey'])[0]?.settings).toEqual([
      {
        name: 'apiKey',
        label: 'API key',
        kind: 'text',
        required: true,
        secret: true,
        options: [],
        standard: '',
        hint: 'Shown once.',
      },
      { name: 'region', label: 'Region', kind: 'choice', required: false, secret: false, options: ['us', 'eu'], standard: 'us', hint: '' }, // prettier-ignore
    ]);
  });

  it('shows a setting of several lines as such', () => {
    const schema = { type: 'object', properties: { body: { ...text, format: 'lines' } } };
    expect(variantsOf(schema, [])[0]?.settings[0]?.kind).toBe('lines');
  });

  it('separates the ways to enter an account, the most complete first', () => {
    const url = { type: 'object', properties: { url: text }, required: ['url'] };
    const host = {
      type: 'object',
      properties: { host: text, port: { type: 'integer' }, secure: { type: 'boolean' } },
      required: ['host'],
    };
    const variants = variantsOf({ anyOf: [text, url, host] }, ['url']);
    expect(variants.map(({ name, settings }) => [name, settings.map(({ kind }) => kind)])).toEqual([
      ['host', ['text', 'number', 'switch']],
      ['url', ['text']],
    ]);
  });
});
