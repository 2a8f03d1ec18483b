import type { Command } from '../command.js';
import { checkEnvironment } from './check-environment.command.js';
import { addDomain } from './domain.command.js';
import { classifyAgain } from './engagement.command.js';
import { addIntegration, sealAgain } from './integration.command.js';
import { createKey, listKeys, revokeKey } from './key.command.js';
import { migrateOnly } from './migrate.command.js';
import { prepare } from './prepare.command.js';
import { putTemplate } from './template.command.js';
import { createWorkspace, listWorkspaces, updateWorkspace } from './workspace.command.js';

export const commands: Command[] = [
  prepare,
  migrateOnly,
  checkEnvironment,
  createWorkspace,
  listWorkspaces,
  updateWorkspace,
  createKey,
  listKeys,
  revokeKey,
  addDomain,
  addIntegration,
  sealAgain,
  classifyAgain,
  putTemplate,
];
