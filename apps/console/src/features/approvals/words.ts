import { icu } from '@/lib/icu';

export const words = {
  title: 'Approval',
  panel: 'Approval',
  require: 'Campaigns and automations need approval',
  requireText:
    'A campaign starts, and an automation is published, only after an admin or owner has approved that version. Somebody else has to approve it than the person who asked, unless the workspace has nobody else who may.',
  required: 'Campaigns and automations need approval now',
  notRequired: 'Campaigns and automations need no approval any more',
  needed: {
    campaign: 'An admin or owner has to approve this version before it starts.',
    automation: 'An admin or owner has to approve this version before it is published.',
  },
  ask: 'Ask for approval',
  askAgain: 'Ask again',
  asked: 'Approval asked for. Admins and owners get a mail.',
  askedWithoutMail: 'Approval asked for. Nobody gets a mail: tell an admin or owner.',
  isVoid:
    'This is not the version that approval was asked for: what it sends or to whom was edited since, or something that it needs cannot be used now. It needs approval again.',
  waits: icu<{ name: string; when: string }>('{name} asked for approval on {when}.'),
  recipients: icu<{ n: number }>(
    '{n, plural, one {# person} other {# people}} would have got it then. Any change voids the request.',
  ),
  recipientsAtLeast: icu<{ n: number }>(
    'At least {n, plural, one {# person} other {# people}} would have got it then. Any change voids the request.',
  ),
  anyChange: 'Any change voids the request.',
  look: 'Look at the content, the audience and what is found before you decide.',
  own: 'You asked for it yourself, so somebody else approves it, unless you are the only admin or owner.',
  approve: 'Approve this version',
  approved: 'Approved',
  approvedBy: icu<{ name: string; when: string }>('{name} approved this version on {when}.'),
  approvedNote: 'Any change makes a new approval necessary.',
  decline: 'Decline',
  declineTitle: 'Decline to approve?',
  declineReason: 'Why, for who asked',
  declined: 'Declined',
  declinedBy: icu<{ name: string; when: string }>('{name} declined this version on {when}.'),
  back: 'Back',
  states: { asked: 'Waits for approval', approved: 'Approved', declined: 'Not approved' } as Record<string, string>,
};
