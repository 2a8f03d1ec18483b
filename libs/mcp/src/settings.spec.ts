import { describe, expect, it } from '@jest/globals';
import { readSettings, SettingsError } from './settings.js';

const RIGHT = { DUNDUN_URL: 'http://127.0.0.1:3000', DUNDUN_API_KEY: 'dk_x', DUNDUN_API_SECRET: 'ds_x' };

describe('readSettings', () => {
  it('allows only reading by default', () => {
    for (const scopes of [{}, { DUNDUN_MCP_SCOPES: '' }, { DUNDUN_MCP_SCOPES: ' ' }])
      expect([...readSettings({ ...RIGHT, ...scopes }).scopes]).toEqual(['read']);
  });

  it.each([
    ['draft', ['read', 'draft']],
    ['read,send', ['read', 'send']],
    [' send , draft', ['read', 'send', 'draft']],
  ])('reads the scopes %j', (given, scopes) => {
    expect([...readSettings({ ...RIGHT, DUNDUN_MCP_SCOPES: given }).scopes]).toEqual(scopes);
  });

  it('reports all errors at once', () => {
    const read = () => readSettings({ DUNDUN_URL: 'ftp://x', DUNDUN_MCP_SCOPES: 'all', DUNDUN_API_KEY: '' });
    expect(read).toThrow(SettingsError);
    expect(read).toThrow(/DUNDUN_URL[\s\S]*DUNDUN_API_KEY[\s\S]*DUNDUN_API_SECRET[\s\S]*DUNDUN_MCP_SCOPES/);
  });

  it.each(['http://dk_x:ds_hidden@127.0.0.1', 'https://example.com/?key=ds_hidden', 'ds_hidden'])(
    'refuses the address %j without quoting it',
    (url) => {
      const read = () => readSettings({ ...RIGHT, DUNDUN_URL: url });
      expect(read).toThrow(/without credentials/);
      expect(read).not.toThrow(/ds_hidden/);
    },
  );
});
