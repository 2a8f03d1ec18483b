import { describe, expect, it } from '@jest/globals';
import { CreateListBody, UpdateListBody } from './lists.js';
import { faultsOf } from './testing.js';

const title = 'must be 1 to 64 characters without line breaks';

describe('creating a list', () => {
  it.each([
    { title: 'News' },
    { title: '😀'.repeat(64) },
    { title: 'News', description: null, redirect_url: null, double_optin: 'true' },
    { title: 'News', description: 'é'.repeat(255), redirect_url: 'http://localhost:3000/x', double_optin: false },
    { title: 'News', description: '', redirect_url: '', double_optin: null, unknown: 1 },
  ])('takes example %#', (body) => expect(faultsOf(CreateListBody, body)).toEqual({}));

  it.each([
    [{}, { title }],
    [{ title: '' }, { title }],
    [{ title: null }, { title }],
    [{ title: 5 }, { title: `${title}; it is not text` }],
    [{ title: '😀'.repeat(65) }, { title }],
    [{ title: '❤️'.repeat(64) }, { title }],
    [{ title: 'News\r\nBcc: eve@example.com' }, { title }],
    [{ title: 'nul\0' }, { title }],
    [
      { title: 'x'.repeat(65), description: 'x'.repeat(256), redirect_url: 'ftp://example.com', double_optin: 'yes' },
      {
        title,
        description: 'must be at most 255 characters or null',
        redirect_url: 'must be an http or https address or null',
        double_optin: 'must be true or false',
      },
    ],
  ])('names every wrong field of %j', (body, faults) => expect(faultsOf(CreateListBody, body)).toEqual(faults));
});

describe('updating a list', () => {
  it.each([{}, { title: 'News' }, { description: null }, { redirect_url: null }, { double_optin: true }])(
    'takes %j',
    (body) => expect(faultsOf(UpdateListBody, body)).toEqual({}),
  );
  it.each([{ title: ' ' }, { title: '' }])('cannot clear the title with %j', (body) =>
    expect(faultsOf(UpdateListBody, body)).toEqual({ title: expect.stringContaining(title) }),
  );
});
