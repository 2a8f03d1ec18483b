import { z } from 'zod';
import { path, ToolRefusal, type Api } from '../api.js';
import { CONFIRMATION, dryRunOrSend, HOW, SEND_ANSWER } from '../confirmation.js';
import { anId, defineTool, SCHEDULE } from '../tool.js';
import { TRIAL } from './templates.js';

/** Enough for one person’s matter; this tool is not for audiences. */
const MOST_RECIPIENTS = 10;

const ADDRESSES = z.array(z.string().min(3).max(320)).min(1).max(MOST_RECIPIENTS);
const SENDER = z.strictObject({ name: z.string().min(1).max(255), email: z.string().min(3).max(254) });

interface Preview {
  subject: string | null;
  html: string | null;
  text: string | null;
  missing: string[];
}

export const sendTestEmail = defineTool({
  name: 'send_test_email',
  title: 'Send a test of a template',
  description: `Send a template or a draft to one address of the team; the subject begins with [Test].${HOW}`,
  scope: 'send',
  output: SEND_ANSWER,
  input: {
    template: anId('The id of the template.'),
    to: z.string().min(3).max(254).describe('The address to send the test to.'),
    from: SENDER.optional().describe('The sender; the one of the sending profile when absent.'),
    ...TRIAL,
    ...CONFIRMATION,
  },
  async run({ template, confirm, dry_run, ...body }, context) {
    const { variables, uid, to } = body;
    const rendered = await preview(context.api, template, { variables, uid });
    const route = path`/console/templates/${template}/test`;
    return dryRunOrSend({ route, body, to: [to], rendered }, { confirm, dry_run }, context);
  },
});

export const sendEmail = defineTool({
  name: 'send_email',
  title: 'Send an email',
  description: `Send one transactional email to at most ${MOST_RECIPIENTS} recipients. Requires at least one of html, text and template.${HOW}`,
  scope: 'send',
  output: SEND_ANSWER,
  input: {
    from: SENDER.describe('The sender, at a connected domain (check_domains).'),
    to: ADDRESSES.describe('Recipients.'),
    cc: ADDRESSES.optional(),
    bcc: ADDRESSES.optional(),
    subject: z.string().min(1).max(998),
    html: z.string().min(1).max(50_000).optional(),
    text: z.string().min(1).max(50_000).optional(),
    template: anId('The id of a template, from list_templates.').optional(),
    template_variables: z.record(z.string(), z.unknown()).optional().describe('Required with template; {} for none.'),
    reply_to: z.string().min(3).max(320).optional(),
    list: anId('The list that the email belongs to; its unsubscribes are respected.').optional(),
    send_at: SCHEDULE,
    ...CONFIRMATION,
  },
  async run({ confirm, dry_run, ...body }, context) {
    const { html, text, template, template_variables: variables = {} } = body;
    const to = [...body.to, ...(body.cc ?? []), ...(body.bcc ?? [])];
    if (to.length > MOST_RECIPIENTS)
      throw new ToolRefusal(`This call sent nothing: more than ${MOST_RECIPIENTS} recipients in to, cc and bcc.`);
    if ([template, html, text].every((part) => part === undefined))
      throw new ToolRefusal('This call sent nothing: provide html, text or template.');
    const rendered = template === undefined ? undefined : await preview(context.api, template, { variables });
    return dryRunOrSend({ route: '/v1/send/email', body, to, rendered }, { confirm, dry_run }, context);
  },
});

async function preview(api: Api, template: string, body: object): Promise<Omit<Preview, 'missing'>> {
  const { missing, ...parts } = await api.request<Preview>('POST', path`/console/templates/${template}/preview`, {
    body,
  });
  if (missing.length > 0)
    throw new ToolRefusal(
      `This call sent nothing: the template needs ${missing.join(', ')}. Provide them as variables.`,
    );
  return parts;
}
