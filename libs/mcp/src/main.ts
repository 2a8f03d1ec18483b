#!/usr/bin/env node
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { Dundun } from '@dundun/node';
import { DryRuns } from './dry-runs.js';
import { createServer } from './server.js';
import { readSettings, SettingsError, type Settings } from './settings.js';

/** Clients wait a minute for a tool; a refusal should come before that. */
const PATIENCE = { timeout: 15_000, retries: 2 };

function checkedSettings(): Settings {
  try {
    // eslint-disable-next-line no-restricted-properties -- published by itself, without the platform's configuration
    return readSettings(process.env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

const { url, key, secret, scopes } = checkedSettings();
const api = new Dundun({ baseUrl: url, apiKey: key, apiSecret: secret, ...PATIENCE });
const server = createServer(scopes, { api, dryRuns: new DryRuns(secret) });
await server.connect(new StdioServerTransport());
// The client disconnects by closing the pipe.
process.stdin.once('end', () => void server.close());
