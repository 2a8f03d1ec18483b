/** Bodies that work unchanged against a freshly started service. */
export const EMAIL_EXAMPLES = {
  'html and text': {
    from: { name: 'Ada', email: 'ada@dundun.test' },
    to: 'Grace <grace@example.com>',
    subject: 'Your receipt',
    html: '<p>Thank you, <b>Grace</b>.</p>',
    text: 'Thank you, Grace.',
  },
  template: {
    from: { name: 'Ada', email: 'ada@dundun.test' },
    to: ['grace@example.com'],
    subject: 'Welcome, Grace',
    template: 'welcome',
    template_variables: { name: 'Grace' },
  },
};

export const SMS_EXAMPLES = {
  'one-time password': { from: 'DUNDUN', to: '2348012345678', body: 'Your code is 123456', source: 'twilio' },
  'past a do-not-disturb list': {
    from: 'DUNDUN',
    to: '2348012345678',
    body: 'Your code is 123456',
    source: 'termii',
    channel: 'dnd',
  },
};

export const BATCH_EXAMPLES = {
  'an email and an SMS': {
    messages: [
      { type: 'email', ...EMAIL_EXAMPLES['html and text'] },
      { type: 'sms', ...SMS_EXAMPLES['one-time password'] },
    ],
  },
};
