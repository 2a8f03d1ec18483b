import { parseSmsSource, SMS_SOURCES } from '@dundun/domain';
import { smsProviders } from '@dundun/providers';
import type { Command } from '../command.js';
import { CommandError } from '../command-error.js';
import { readSetting } from '../setting.js';
import { withServices } from '../with-services.js';

export const addIntegration: Command = {
  name: 'integration add',
  usage: `--workspace <id> --channel sms --source <${SMS_SOURCES.join('|')}> --settings <json|@file> --sender-ids <id,id>`,
  summary: 'Connects a provider account. Settings are its credentials; @file keeps them out of the process list.',
  options: {
    workspace: { type: 'string' },
    channel: { type: 'string' },
    source: { type: 'string' },
    settings: { type: 'string' },
    'sender-ids': { type: 'string' },
  },
  run(given) {
    given.oneOf('channel', ['sms']);
    const workspaceId = given.id('workspace');
    const asked = parseSmsSource(given.text('source'));
    if (asked === null) throw new CommandError(`--source must be one of ${SMS_SOURCES.join(', ')}.`);
    const settings = given.json('settings');
    const senders = given.text('sender-ids').split(',').map((one) => one.trim()); // prettier-ignore
    return withServices(readSetting(), async ({ workspaces, integrations }) => {
      await workspaces.find(workspaceId);
      const { id, channel, source, provider, senderIds } = await integrations.connect(
        workspaceId,
        smsProviders[asked],
        settings,
        { senderIds: senders },
      );
      return { id, channel, source, provider, sender_ids: senderIds };
    });
  },
};

export const sealAgain: Command = {
  name: 'integration rotate',
  usage: '',
  summary: 'Encrypts all credentials and DKIM keys again with SECRET_KEY, so that SECRET_KEY_PREVIOUS can be removed.',
  options: {},
  run: () =>
    withServices(readSetting(), async ({ integrations, dkimKeys, sources, identities, secondFactors, alerts }) => ({
      sealed:
        (await integrations.rotate()) +
        (await dkimKeys.reseal()) +
        (await sources.rotate()) +
        (await identities.reseal()) +
        (await secondFactors.reseal()) +
        (await alerts.reseal()),
    })),
};
