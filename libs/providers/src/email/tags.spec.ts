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

const tags = ['welcome', 'größe "1"\r\nBcc: x', 'groe'];
const mail = aMail({ reference: 'r-1', tags });

it.each<[string, (mail: Mail) => unknown, unknown]>([
  ['Postmark, one only', (each) => postmarkBody(each, 'outbound'), { Tag: 'welcome' }],
  [
    'Resend, in pairs',
    (each) => resendBody(each, openRecipients(each)),
    {
      tags: [
        { name: 'reference', value: 'r-1' },
        { name: 'recipients', value: '1' },
        { name: 'tag', value: 'welcome' },
        { name: 'tag_2', value: 'gr__e__1___Bcc__x' },
        { name: 'tag_3', value: 'groe' },
      ],
    },
  ],
  [
    'SendGrid, as categories',
    (each) => sendGridBody(each, openRecipients(each)),
    { categories: ['welcome', 'gr__e "1" Bcc: x', 'groe'] },
  ],
  [
    'SES, in pairs',
    (each) => sesBody(each),
    {
      EmailTags: [
        { Name: 'reference', Value: 'r-1' },
        { Name: 'tag', Value: 'welcome' },
        { Name: 'tag_2', Value: 'gr__e__1___Bcc__x' },
        { Name: 'tag_3', Value: 'groe' },
      ],
    },
  ],
  [
    'Mailgun',
    (each) => ({ tags: mailgunForm(each).filter(({ name }) => name === 'o:tag') }),
    { tags: ['welcome', 'gr__e "1" Bcc: x', 'groe'].map((value) => ({ name: 'o:tag', value })) },
  ],
])('%s: a provider receives the tags in characters that it takes', (_, write, expected) => {
  expect(write(mail)).toMatchObject(expected as object);
});

it('our own mail shows no tags to its readers', () => {
  expect(composeMail(mail)).toEqual(composeMail({ ...mail, tags: undefined }));
});
