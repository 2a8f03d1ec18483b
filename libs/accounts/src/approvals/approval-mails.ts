import { escapeHtml, type Approval } from '@dundun/domain';

/** What is approved. */
export interface ApprovalSubject {
  kind: 'campaign' | 'automation';
  name: string;
  /** The address of its page. */
  link: string;
}

const mail = (subject: string, said: string[], link: string) => ({
  subject,
  text: `${[...said, link].join('\n\n')}\n`,
  html: `<div lang="en">${said.map((each) => `<p>${escapeHtml(each)}</p>`).join('')}<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p></div>`,
});

const THEN = { campaign: 'It cannot start before', automation: 'It cannot be published before' };

/** Returns the mail that asks for an approval. */
export const askingMail = (
  { kind, name, link }: ApprovalSubject,
  asker: string,
  { recipients, is_exact }: Pick<Approval, 'recipients' | 'is_exact'>,
) =>
  mail(
    `Please approve: ${name}`,
    [
      `${asker} asks you to approve the ${kind} “${name}”${recipients === null ? '' : `, which ${is_exact ? '' : 'at least '}${recipients} ${recipients === 1 ? 'person' : 'people'} would get`}.`,
      `${THEN[kind]} an admin or owner approves it. Look at it and decide here:`,
    ],
    link,
  );

/** Returns the mail that tells a decision. */
export const decisionMail = (
  { kind, name, link }: ApprovalSubject,
  { approver, isApproved, reason }: { approver: string; isApproved: boolean; reason: string | null },
) =>
  mail(
    `${isApproved ? 'Approved' : 'Declined'}: ${name}`,
    [
      `${approver} has ${isApproved ? 'approved' : 'declined'} the ${kind} “${name}”${reason === null ? '' : `: ${reason}`}${reason === null || !/[.!?]$/.test(reason) ? '.' : ''}`,
      isApproved ? 'Any change makes a new approval necessary. Go on here:' : 'Change it and ask again here:',
    ],
    link,
  );
