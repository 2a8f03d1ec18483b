import { z } from 'zod';
import { CONFIRMATION, dryRunOrSend, HOW, SEND_ANSWER } from '../confirmation.js';
import { defineTool, SCHEDULE } from '../tool.js';

export const sendSms = defineTool({
  name: 'send_sms',
  title: 'Send an SMS',
  description: `Send one SMS. It costs money and rings a phone.${HOW}`,
  scope: 'send',
  output: SEND_ANSWER,
  input: {
    from: z.string().min(1).max(64).describe('A sender ID registered for the source.'),
    to: z
      .string()
      .regex(/^[1-9]\d{6,14}$/)
      .describe('Country code and number, digits only.'),
    body: z.string().min(1).max(1_600).describe('The text.'),
    source: z
      .enum(['twilio', 'termii', 'at', 'kudisms', 'hollatags', 'vonage', 'http'])
      .describe('The SMS integration.'),
    channel: z
      .enum(['generic', 'dnd'])
      .optional()
      .describe('Only with termii and kudisms; dnd for transactional texts.'),
    send_at: SCHEDULE,
    ...CONFIRMATION,
  },
  async run({ confirm, dry_run, ...body }, context) {
    return dryRunOrSend({ route: '/v1/send/sms', body, to: [body.to] }, { confirm, dry_run }, context);
  },
});
