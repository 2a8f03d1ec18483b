import { expect, it } from '@jest/globals';
import type { Answered } from '../adapter/http.js';
import { outcomeOfMailgun } from './mailgun/mailgun-outcome.js';
import { outcomeOfPostmark } from './postmark/postmark-outcome.js';
import { outcomeOfResend } from './resend/resend-outcome.js';
import { outcomeOfSendGrid } from './sendgrid/sendgrid-outcome.js';
import { outcomeOfSes } from './ses/ses-outcome.js';

/** The maximum length read of an answer. */
const LONGEST = 64_000;
const recipients = ['ada@example.com'];
const OUTCOMES: Record<string, (answer: Answered) => unknown> = {
  mailgun: (answer) => outcomeOfMailgun(answer, recipients),
  postmark: (answer) => outcomeOfPostmark(answer, recipients),
  resend: outcomeOfResend,
  sendgrid: (answer) => outcomeOfSendGrid(answer, recipients, { to: [], cc: [], bcc: [] }),
  ses: (answer) => outcomeOfSes(answer, recipients),
};

// The answering server may be an address that a user entered.
it.each(Object.entries(OUTCOMES))(
  '%s reads any answer of a server within moments',
  (_, outcomeOf) => {
    for (const unit of [
      'a',
      ' ',
      '#',
      ':',
      '"',
      'domain ',
      "'from' ",
      'exceeded ',
      'account ',
      'a@',
      'a.',
      'name is ',
    ]) {
      const long = unit.repeat(LONGEST / unit.length);
      for (const field of ['__type', 'message', 'Message']) {
        const body = { name: 'validation_error', ErrorCode: 300, __type: 'Validation', [field]: long };
        const answer: Answered = { answered: true, status: 422, headers: {}, text: JSON.stringify(body) };
        expect(outcomeOf(answer)).toMatchObject({ kind: expect.any(String) });
        expect(outcomeOf({ ...answer, status: 400, text: long })).toMatchObject({ kind: expect.any(String) });
      }
    }
  },
  10_000,
);
