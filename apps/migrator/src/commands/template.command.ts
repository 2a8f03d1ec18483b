import type { Command } from '../command.js';
import { readSetting } from '../setting.js';
import { withServices } from '../with-services.js';

export const putTemplate: Command = {
  name: 'template put',
  usage:
    '--workspace <id> --name <name> [--subject <text>] [--html <text|@file> | --mjml <text|@file>] [--text <text|@file>]',
  summary: 'Creates a template, or adds a version to an existing one.',
  options: {
    workspace: { type: 'string' },
    name: { type: 'string' },
    subject: { type: 'string' },
    html: { type: 'string' },
    mjml: { type: 'string' },
    text: { type: 'string' },
  },
  run(given) {
    const workspaceId = given.id('workspace');
    const template = {
      name: given.text('name'),
      subject: given.optional('subject'),
      html: given.content('html'),
      mjml: given.content('mjml'),
      text: given.content('text'),
    };
    return withServices(readSetting(), async ({ workspaces, templates }) => {
      await workspaces.find(workspaceId);
      return { name: template.name, ...(await templates.put(workspaceId, template)) };
    });
  },
};
