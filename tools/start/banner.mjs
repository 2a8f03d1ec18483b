import { relative } from 'node:path';
import { addressFor } from './ports.mjs';
import { bold, dim } from './progress.mjs';

const shortest = (path) => [relative(process.cwd(), path), path].sort((a, b) => a.length - b.length)[0] || '.';
const row = (label, value) => `  ${label.padEnd(12)} ${value}`;

/** Returns the addresses and credentials that are printed after a start. */
export function banner({ host, ports, opened, dataDir, embedded }) {
  const api = addressFor(host, ports.api);
  const lines = ['', bold('Dundun is ready.'), ''];
  lines.push(row('API', api), row('API docs', `${api}/docs`), row('Console', addressFor(host, ports.console)), '');
  lines.push(
    ...(opened ? credentialLines(opened, api) : ['  The API key and the owner of this database were created earlier.']),
  );
  const where = embedded ? `Database and logs in ${shortest(dataDir)}` : `Logs in ${shortest(dataDir)}/logs`;
  lines.push('', dim(`  ${where}. Ctrl-C stops everything.`), '');
  return lines.join('\n');
}

function credentialLines({ key, secret, browserKey, email, password, domain }, api) {
  const given = (value) => value ?? '(as set at the first start)';
  const lines = [row('API key', given(key)), row('API secret', given(secret))];
  // A database of an earlier release has none.
  if (browserKey) lines.push(row('Browser key', browserKey));
  lines.push(row('Owner', given(email)), row('Password', given(password)), row('Mail domain', given(domain)));
  if (!key || !secret) return lines;
  const body = `-H 'content-type: application/json' -d '{"title":"Newsletter"}'`;
  return [...lines, '', '  Make a first list:', '', `    curl -u ${key}:${secret} ${body} ${api}/v1/lists`];
}
