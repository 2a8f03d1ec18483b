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

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);

/** Returns the mail of an invitation. Its link opens a page and changes nothing. */
export function invitationMail({ workspace, invitedBy, link, days }: InvitationText) {
  const invited = `${invitedBy ?? 'An administrator'} invites you to ${workspace} on Dundun.`;
  const how = 'Choose a password to join:';
  const until = `The link works for ${days} days, once. If you did not expect this mail, ignore it.`;
  return {
    subject: `Join ${workspace} on Dundun`,
    text: `${[invited, how, link, until].join('\n\n')}\n`,
    html:
      `<div lang="en" style="${BODY}"><p>${escape(invited)}</p><p>${how}</p>` +
      `<p><a href="${escape(link)}" style="${BUTTON}">Join</a></p>` +
      `<p style="${SMALL};word-break:break-all">${escape(link)}</p><p style="${SMALL}">${until}</p></div>`,
  };
}
