// Runs the workspace's Nx without its daemon and terminal UI.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const nx = createRequire(import.meta.url).resolve('nx/bin/nx.js');
const env = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', NEXT_TELEMETRY_DISABLED: '1' };
const { status } = spawnSync(process.execPath, [nx, ...process.argv.slice(2)], { stdio: 'inherit', env });
process.exit(status ?? 1);
