import { expect, it } from '@jest/globals';
import type { Mail } from '../adapter/provider.js';
import { aMail } from '../testing/index.js';
import { composeMail } from './compose-mail.js';
import { mailgunForm } from './mailgun/mailgun-form.js';
import { openRecipients } from './open-recipients.js';
import { postmarkBody } from './postmark/postmark-body.js';
import { resendBody } from './resend/resend-body.js';
import { sendGridBody } from './sendgrid/sendgrid-body.js';
import { sesBody } from './ses/ses-body.js';

const reply = {
  replyTo: [{ email: 'help@bücher.test', name: 'Desk, "Help"\r\nBcc: x' }, { email: 'two@sender.test' }],
};
const shown = ['"Desk, \\"Help\\" Bcc: x" <help@xn--bcher-kva.test>', 'two@sender.test'];
const template = { id: 'welcome', variables: {} };

it.each<[string, (mail: Mail) => unknown, unknown]>([
  ['Postmark', (mail) => postmarkBody(mail, 'outbound'), { ReplyTo: shown.join(', ') }],
  ['Resend', (mail) => resendBody(mail, openRecipients(mail)), { reply_to: shown }],
  [
    'SendGrid',
    (mail) => sendGridBody(mail, openRecipients(mail)),
    {
      reply_to_list: [{ email: 'help@xn--bcher-kva.test', name: 'Desk, "Help" Bcc: x' }, { email: 'two@sender.test' }],
    },
  ],
  ['SES', (mail) => sesBody({ ...mail, template }), { ReplyToAddresses: shown }],
  [
    'Mailgun',
    (mail) => mailgunForm({ ...mail, template }),
    expect.arrayContaining([{ name: 'h:Reply-To', value: shown.join(', ') }]),
  ],
])('%s receives every reply address with its display name', async (_, write, expected) => {
  const written = await write(aMail(reply));
  if (Array.isArray(written)) expect(written).toEqual(expected);
  else expect(written).toMatchObject(expected as object);
});

it('our own mail carries every reply address with its display name', () => {
  const replyTo = [{ name: 'Help Desk', email: 'help@bücher.test' }, { email: 'two@sender.test' }];
  const mail = composeMail(aMail({ replyTo })).toString();
  expect(mail).toMatch(/^Reply-To: Help Desk <help@xn--bcher-kva\.test>, two@sender\.test\r$/m);
});
