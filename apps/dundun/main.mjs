#!/usr/bin/env node
// `npx dundun`: runs the built service on data in the current folder.
import '../../tools/start/node-version.mjs';
import { runService } from '../../tools/start/service.mjs';

process.exit(await runService(process.cwd()));
