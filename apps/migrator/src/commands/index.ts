import type { Command } from '../command.js';
import { checkEnvironment } from './check-environment.command.js';
import { addDomain } from './domain.commands.js';
import { addIntegration, sealAgain } from './integration.commands.js';
import { createKey, listKeys, revokeKey } from './key.commands.js';
import { migrateOnly } from './migrate.command.js';
import { prepare } from './prepare.command.js';
import { putTemplate } from './template.commands.js';
import { createWorkspace, listWorkspaces } from './workspace.commands.js';

export const commands: Command[] = [
  prepare,
  migrateOnly,
  checkEnvironment,
  createWorkspace,
  listWorkspaces,
  createKey,
  listKeys,
  revokeKey,
  addDomain,
  addIntegration,
  sealAgain,
  putTemplate,
];
