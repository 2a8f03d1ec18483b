import type { BounceClass } from '@dundun/domain';
import { aNotification, aReturnedMail, ORIGINAL } from './testing.js';

/** A report in the shape of one system, with the class that a person reading it would choose. */
export interface LabelledBounce {
  name: string;
  hasStatusPart: boolean;
  mail: Buffer;
  expected: BounceClass;
}

const TO = 'ada@example.test';

/** What the other server said, as servers of the field word it. */
const REPLIES: [BounceClass, string][] = [
  ['hard', `550 5.1.1 <${TO}>: Recipient address rejected: User unknown in virtual mailbox table`],
  ['hard', `550 5.2.1 <${TO}>... user unknown`],
  ['hard', `550 5.1.0 <${TO}> address rejected: no such recipient`],
  ['hard', '550 Requested action not taken: mailbox unavailable'],
  ['hard', `550 5.4.1 Recipient address rejected: Access denied. AS(201806281)`],
  ['soft', `552 5.2.2 <${TO}>: mailbox full`],
  ['soft', '554 5.4.6 Too many hops'],
  ['policy', '550 5.7.1 Service unavailable; client host [192.0.2.9] blocked using zen.spamhaus.org'],
  ['policy', `550 5.1.3 rejected, see https://www.spamhaus.org/query/ip/192.0.2.9`],
  ['policy', '550 5.1.1 too many recipients this hour, slow down'],
  ['policy', '554 5.7.1 The message was rejected for policy reasons'],
  ['policy', '550 5.7.26 This mail is unauthenticated: SPF and DKIM did not pass'],
  ['policy', '552 5.3.4 Message size exceeds fixed limit'],
];

const from = (name: string) => [`From: ${name} <MAILER-DAEMON@mx.example.test>`, 'Return-Path: <>'];
const plain = (sender: string, subject: string, lines: string[], more: string[] = []) =>
  aReturnedMail([...from(sender), `Subject: ${subject}`, ...more], lines.join('\n'));
const statusOf = (reply: string) => /\b5\.\d+\.\d+\b/.exec(reply)?.[0] ?? '5.0.0';
const group = (reply: string, status = statusOf(reply)) =>
  `Final-Recipient: rfc822; ${TO}\nAction: failed\nStatus: ${status}\nDiagnostic-Code: smtp; ${reply}`;

/** Systems that send a status part. */
const WITH_STATUS: [string, (reply: string) => Buffer][] = [
  ['Postfix', (reply) => aNotification([group(reply)])],
  ['Exim, whose status is always 5.0.0', (reply) => aNotification([group(reply, '5.0.0')])],
  [
    'a relay that quotes the dialogue',
    (reply) => aNotification([group(`host mx.example.test [192.0.2.1] said: ${reply} (in reply to RCPT TO command)`)]),
  ],
];

/** Systems that write the other server's reply into plain text. */
const IN_TEXT: [string, (reply: string) => Buffer][] = [
  [
    'qmail',
    (reply) =>
      plain('', 'failure notice', [
        'Hi. This is the qmail-send program at mx.example.test.',
        "I'm afraid I wasn't able to deliver your message to the following addresses.\n",
        `<${TO}>:`,
        '192.0.2.1 does not like recipient.',
        `Remote host said: ${reply}`,
        'Giving up on 192.0.2.1.\n',
        '--- Below this line is a copy of the message.\n',
        ORIGINAL,
      ]),
  ],
  [
    'Exim',
    (reply) =>
      plain(
        'Mail Delivery System',
        'Mail delivery failed: returning message to sender',
        [
          'A message that you sent could not be delivered to one or more of its recipients. This is a permanent error.',
          `The following address(es) failed:\n\n  ${TO}\n    SMTP error from remote mail server after RCPT TO:<${TO}>:`,
          `    host mx.example.test [192.0.2.1]: ${reply}\n`,
          '------ This is a copy of the message, including all the headers. ------\n',
          ORIGINAL,
        ],
        [`X-Failed-Recipients: ${TO}`],
      ),
  ],
  [
    'GMX',
    (reply) =>
      plain('GMX Mailer Daemon', 'Mail delivery failed: returning message to sender', [
        'This message was created automatically by mail delivery software.\n',
        'A message that you sent could not be delivered to one or more of its recipients.',
        `This is a permanent error. The following address failed:\n\n"${TO}":`,
        'SMTP error from remote server after RCPT command:\nhost: mx.example.test',
        reply,
        '\n--- The header of the original message is following. ---\n',
        ORIGINAL,
      ]),
  ],
  [
    '1&1',
    (reply) =>
      plain('Mail Delivery System', 'Mail delivery failed: returning message to sender', [
        'This message was created automatically by mail delivery software.\n',
        'A message that you have sent could not be delivered to one or more recipients. This is a permanent error.',
        `The following addresses failed:\n\n    <${TO}>\n\n    For the following reason:\n\n    ${reply}\n`,
        '--- The header of the original message is following. ---\n',
        ORIGINAL,
      ]),
  ],
  [
    'Zoho',
    (reply) =>
      plain('', 'Undelivered Mail Returned to Sender', [
        'This message was created automatically by mail delivery software.',
        ' A message that you sent could not be delivered to one or more of its recipients. This is a permanent error.\n',
        `${TO} ERROR_CODE :550, ERROR_CODE :${reply}\n`,
        'Received:from out.sender.test by mx.zoho.test; Fri, 20 Nov 2026 10:00:00 +0000',
        ORIGINAL,
      ]),
  ],
  [
    'Amazon WorkMail',
    (reply) =>
      plain('', 'Undelivered Mail Returned to Sender', [
        'We are sorry, your message could not be delivered.\n\nTechnical report:\n',
        `Action: failed\nFinal-Recipient: rfc822; ${TO}\nDiagnostic-Code: smtp; ${reply}\nStatus: ${statusOf(reply)}\n`,
      ]),
  ],
  [
    'dma',
    (reply) =>
      plain('', 'Mail delivery failed', [
        'This is the DragonFly Mail Agent v0.13 at mx.example.test.\n',
        `There was an error delivering your mail to <${TO}>.\n`,
        `mx.example.test [192.0.2.1] did not like our RCPT TO:\n${reply}\n\nOriginal message follows.\n`,
        ORIGINAL,
      ]),
  ],
  [
    'OpenSMTPD',
    (reply) =>
      plain('Mailer Daemon', 'Delivery status notification', [
        '    Hi!\n\n    This is the MAILER-DAEMON, please DO NOT REPLY to this e-mail.\n',
        '    An error has occurred while attempting to deliver a message for\n    the following list of recipients:\n',
        `${TO}: ${reply}\n\n    Below is a copy of the original message:\n`,
        ORIGINAL,
      ]),
  ],
  [
    'Exchange 2003',
    (reply) =>
      plain('System Administrator', 'Undeliverable: Your order', [
        `Your message\n\n  To:      ${TO}\n  Subject: Your order\n  Sent:    Fri, 20 Nov 2026 10:00:00 +0000\n`,
        `did not reach the following recipient(s):\n\n${TO} on Fri, 20 Nov 2026 10:00:02 +0000`,
        `\tThe MTS-ID of the original message is: c=de;a= ;p=example\n    MSEXCH:IMS:EXAMPLE:SITE:MX 3550 (000B09B6) ${reply}\n`,
      ]),
  ],
  [
    'Courier',
    (reply) =>
      plain('Courier mail server', 'NOTICE: mail delivery status.', [
        'This is a delivery status notification from mx.example.test,\nrunning the Courier mail server, version 1.0.\n',
        `UNDELIVERABLE MAIL\n\nYour message to the following recipients cannot be delivered:\n\n<${TO}>:`,
        `    mx.example.test [192.0.2.1]:\n>>> RCPT TO:<${TO}>\n<<< ${reply}\n`,
      ]),
  ],
  [
    'Sendmail without its report',
    (reply) =>
      plain('Mail Delivery Subsystem', 'Returned mail: see transcript for details', [
        `   ----- The following addresses had permanent fatal errors -----\n<${TO}>\n    (reason: ${reply})\n`,
        `   ----- Transcript of session follows -----\n... while talking to mx.example.test.:\n<<< ${reply}`,
      ]),
  ],
  [
    'Postfix with damaged boundaries',
    (reply) =>
      plain(
        '',
        'Undelivered Mail Returned to Sender',
        [`--wrong\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\n${group(reply)}\n\n--wrong--`],
        ['Content-Type: multipart/report; report-type=delivery-status; boundary="lost"'],
      ),
  ],
  [
    'MailMarshal',
    (reply) =>
      plain('Postmaster', 'Undeliverable mail', [
        'Your message:\n   From:    shop@sender.test\n   Subject: Your order\n\nCould not be delivered because of\n',
        `${reply}\n\nThe following recipients were affected:\n    ${TO}\n\nAdditional Information\n======================`,
      ]),
  ],
];

const domino = (reason: string) =>
  plain('', `DELIVERY FAILURE: ${reason}`, [
    `Your message\n\n  Subject: Your order\n\nwas not delivered to:\n\n  ${TO}\n\nbecause:\n\n  ${reason}\n`,
  ]);
const exchange = (reason: string) =>
  plain('System Administrator', 'Undeliverable: Your order', [
    `Your message\n\n  To:      ${TO}\n\ndid not reach the following recipient(s):\n`,
    `${TO} on Fri, 20 Nov 2026 10:00:02 +0000\n    ${reason}\n`,
  ]);
const notice = (subject: string, text: string) => plain('Mail Delivery System', subject, [text]);
const failedTo = (text: string) =>
  notice('Mail delivery failed', `Your message could not be delivered.\n\n<${TO}>: ${text}`);

/** Systems that use words of their own. */
const IN_OWN_WORDS: [string, BounceClass, Buffer][] = [
  ['Domino, not in the directory', 'hard', domino(`User ada (${TO}) not listed in Domino Directory`)],
  ['Domino, not in the address book', 'hard', domino('User ada not listed in public Name & Address Book')],
  [
    'Domino, no route',
    'soft',
    domino('No route found to domain example.test from server MX. Check DNS configuration in use'),
  ],
  ['Domino, full', 'soft', domino('The recipient mailbox exceeded its quota')],
  ['Exchange 2003, not recognized', 'hard', exchange('The recipient name is not recognized')],
  [
    'Exchange 2003, full',
    'soft',
    exchange("The message could not be delivered because the recipient's mailbox is full."),
  ],
  ['Exchange 2003, size', 'policy', exchange('The message size exceeds the maximum size allowed')],
  [
    'Google Groups',
    'policy',
    plain(
      'Mail Delivery Subsystem',
      'Delivery Status Notification (Failure)',
      [
        "Hello shop@sender.test,\n\nWe're writing to let you know that the group you tried to contact (news) may not exist, or you may not have permission to post messages to the group.",
      ],
      ['X-Failed-Recipients: news@example.test'],
    ),
  ],
  [
    'dma, no host',
    'hard',
    notice(
      'Mail delivery failed',
      `There was an error delivering your mail to <${TO}>.\n\nDNS lookup failure: host example.test not found\n`,
    ),
  ],
  ['qmail, no exchanger', 'hard', failedTo("Sorry, I couldn't find a mail exchanger or IP address. (#5.4.4)")],
  ['qmail, no host', 'hard', failedTo("Sorry, I couldn't find any host named example.test. (#5.1.2)")],
  ['Postfix, null MX', 'hard', failedTo('Domain example.test does not accept mail (nullMX)')],
  ['RFC 7504', 'hard', failedTo('host mx.example.test said: 556 5.1.10 does not accept mail')],
  [
    'Exim, MAIL FROM',
    'policy',
    failedTo('SMTP error from remote mail server after MAIL FROM:<shop@sender.test>: 550 5.1.1 domain does not exist'),
  ],
  ['Exim, callout', 'policy', failedTo('550 Callout verification failed: sender does not exist')],
  ['GMX, expired', 'soft', failedTo('delivery retry timeout exceeded')],
  ['Exim, timeout', 'soft', failedTo('retry timeout exceeded')],
  ['Sendmail, expired', 'soft', failedTo('Message could not be delivered for 5 days. 451 4.4.1 timeout')],
  [
    'Zoho, invalid',
    'hard',
    notice(
      'Undelivered Mail Returned to Sender',
      `This is a permanent error.\n\n${TO} Invalid Address, ERROR_CODE :550\n`,
    ),
  ],
  [
    'Zoho, unreachable',
    'soft',
    notice(
      'Undelivered Mail Returned to Sender',
      `could not be delivered\n\n[Status: Error, Address: <${TO}>, ResponseCode 421, , Host not reachable.]\n`,
    ),
  ],
  [
    'German, unknown',
    'hard',
    notice(
      'Unzustellbar: Bestellung',
      `Ihre Nachricht konnte nicht zugestellt werden.\n\n${TO}\nDer Empfänger unbekannt\n`,
    ),
  ],
  ['French, unknown', 'hard', notice('Échec', `Votre message n'a pas pu être remis à\n\n${TO}\nUtilisateur inconnu\n`)],
  [
    'Spanish, unknown',
    'hard',
    notice('Error', `No se ha podido entregar el mensaje.\n\n${TO}\nEl usuario no existe\n`),
  ],
  [
    'a carrier, full',
    'soft',
    notice('Mail delivery failed', `Could not be delivered to: <${TO}>\nAs their mailbox is full.\n`),
  ],
  ['IMail, unknown', 'hard', notice('Undeliverable Mail', `Unknown user: ${TO}\n\nOriginal message follows.\n`)],
  [
    'IMail, full',
    'soft',
    notice('Undeliverable Mail', `User mailbox exceeds allowed size: ${TO}\n\nOriginal message follows.\n`),
  ],
  [
    'Apache James',
    'hard',
    notice(
      'Undelivered',
      `Error message below:\n550 - Requested action not taken: no such user here\n\nSent to: ${TO}\n`,
    ),
  ],
  ['a server in one line', 'hard', notice('failure notice', `<${TO}>: address does not exist`)],
  ['a list that is closed', 'policy', failedTo('550 You are not allowed to post to this list')],
  ['no words at all', 'soft', notice('failure notice', '')],
];

/** At least 200 reports, labelled by hand. */
export const BOUNCES: LabelledBounce[] = [
  ...[
    ...WITH_STATUS.map((each) => [...each, true] as const),
    ...IN_TEXT.map((each) => [...each, false] as const),
  ].flatMap(([system, mailOf, hasStatusPart]) =>
    REPLIES.map(([expected, reply]) => ({ name: `${system}: ${reply}`, hasStatusPart, mail: mailOf(reply), expected })),
  ),
  ...IN_OWN_WORDS.map(([name, expected, mail]) => ({ name, hasStatusPart: false, mail, expected })),
];
