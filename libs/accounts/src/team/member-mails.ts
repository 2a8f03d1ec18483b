import { escapeHtml } from '@dundun/domain';

const BODY =
  'font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif;font-size:16px;line-height:1.5;color:#1b1d29;max-width:480px';
const BUTTON =
  'display:inline-block;padding:12px 24px;border-radius:8px;background:#3e46a7;color:#ffffff;text-decoration:none;font-weight:600';
const SMALL = 'font-size:14px;color:#595c68';

/** What an invitation says. */
export interface InvitationText {
  workspace: string;
  /** The email of the inviting member; null for an API key. */
  invitedBy: string | null;
  link: string;
  days: number;
}

/** Returns the mail of an invitation. Its link opens a page and changes nothing. */
export const invitationMail = ({ workspace, invitedBy, link, days }: InvitationText) =>
  withLink({
    subject: `Join ${workspace} on Dundun`,
    why: `${invitedBy ?? 'An administrator'} invites you to ${workspace} on Dundun.`,
    how: 'Choose a password to join:',
    button: 'Join',
    link,
    until: `The link works for ${days} days, once. If you did not expect this mail, ignore it.`,
  });

/** Returns the mail with the link to choose a new password. */
export const passwordResetMail = ({ email, link }: { email: string; link: string }) =>
  withLink({
    subject: 'Choose a new password',
    why: `Somebody asked for a new password of ${email} on Dundun.`,
    how: 'If it was you, choose it here:',
    button: 'Choose a password',
    link,
    until: 'The link works for an hour, once. If it was not you, ignore this mail: your password stays as it is.',
  });

interface LinkMail {
  subject: string;
  why: string;
  how: string;
  button: string;
  link: string;
  until: string;
}

const withLink = ({ subject, why, how, button, link, until }: LinkMail) => ({
  subject,
  text: `${[why, how, link, until].join('\n\n')}\n`,
  html:
    `<div lang="en" style="${BODY}"><p>${escapeHtml(why)}</p><p>${how}</p>` +
    `<p><a href="${escapeHtml(link)}" style="${BUTTON}">${button}</a></p>` +
    `<p style="${SMALL};word-break:break-all">${escapeHtml(link)}</p><p style="${SMALL}">${until}</p></div>`,
});
