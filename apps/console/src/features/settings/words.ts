import { plural } from '@/lib/plural';
import { refusing } from './refusing';

export const words = {
  title: 'Workspace',
  text: 'Its name and brand, how people sign in, and what callers with a public key may do.',
  keys: 'Public API keys',
  strict: 'Strict public keys',
  strictText:
    'Anybody can read an API key on a web page. With the key alone, a join by email waits for a confirmation, and changed list titles and descriptions stay out of mail and hosted pages.',
  openText:
    'When it is off, anybody who reads the key can subscribe strangers without their consent and change what your confirmation mail says.',
  strictOn: 'Strict public keys are on',
  strictOff: 'Strict public keys are off',
  turnOff: 'Turn off',
  turnOffTitle: 'Turn off strict public keys?',
  turnOffText:
    'Anybody who reads the key on a web page can then subscribe strangers without their consent, turn off double opt-in, and send phishing texts from your domain in confirmation mail.',
  budgets: 'Confirmation mail',
  budgetsText:
    'The most confirmation mails that callers with the key alone and hosted forms can cause. Beyond that, joins are answered as usual and stay pending, and no mail is sent. Calls with the secret are bound by the mailbox limit alone.',
  network_budget: 'Per network and hour',
  network_hint: 'A network is a /24 of IPv4 or a /48 of IPv6.',
  list_budget: 'Per list and hour',
  workspace_budget: 'Per workspace and hour',
  mailbox_budget: 'Per mailbox and day',
  mailbox_hint: 'Every join counts. Dots and tags such as +news don’t make another mailbox.',
  wholeNumber: (most: number) => `Enter a whole number from 1 to ${most.toLocaleString('en-GB')}.`,
  save: 'Save',
  saved: 'Settings saved',
  attention: 'Something to look at',
  attentionText:
    'These limits were reached in the last seven days. If real people were joining, raise the limit; if not, look at where your forms and keys are used. If a network is that of your own proxy, its address is missing in TRUST_PROXY.',
  quiet: 'No limit of confirmation mail was reached in the last seven days.',
  refusing,
  heldBack: (mails: number) => `${plural(mails, 'mail', 'mails')} not sent`,
  since: 'First',
  last: 'last',
  complaints: 'Complaints',
  stopAll: 'Complaints stop every message',
  stopAllText:
    'People who report mail as spam get no more marketing: no campaigns, and nothing else with a list. With this, they get no receipts or passwords either.',
  complaintsStopAll: 'Complaints stop every message now',
  complaintsStopMarketing: 'Complaints stop marketing now',
};
