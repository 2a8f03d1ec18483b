/** Mailbox providers by the names that their users know. */
const NAMES: Record<string, string> = {
  google: 'Gmail',
  microsoft: 'Outlook and Hotmail',
  yahoo: 'Yahoo and AOL',
  apple: 'iCloud',
  gmx: 'GMX, Web.de and mail.com',
  proton: 'Proton',
  yandex: 'Yandex',
  mailru: 'Mail.ru',
  zoho: 'Zoho',
  other: 'All others',
};

export const mailboxName = (mailbox: string): string => NAMES[mailbox] ?? mailbox;
