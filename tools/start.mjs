// `npm start`: from a fresh clone to a running service, without Docker, Redis or an account anywhere.
import './start/node-version.mjs';
import { ROOT } from './root.mjs';
import { buildConsole, buildServer } from './start/build.mjs';
import { installForStart } from './start/install.mjs';
import { runService } from './start/service.mjs';

process.exit(await runService(ROOT, { install: installForStart, buildServer, buildConsole }));
