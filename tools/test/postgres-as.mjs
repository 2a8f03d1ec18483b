// For postgres.spec.ts: becomes the named user, opens a database in their folder twice, and prints the result.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '../postgres/ask.mjs';
import { startPostgres } from '../postgres.mjs';

const [dataDir, uid] = process.argv.slice(2);
if (uid) {
  process.setgroups([]);
  process.setgid(Number(uid));
  process.setuid(Number(uid));
}
const first = await startPostgres({ dataDir });
await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
await first.stop();
const { home, url, stop } = await startPostgres({ dataDir });
const kept = await ask(url, 'SELECT n FROM kept');
await stop();
console.log(JSON.stringify({ home, owner: statSync(join(home, 'data')).uid, kept }));
