export const reachWords = {
  quiet: 'Quiet hours',
  quietText:
    'Campaigns do not reach people in these hours on their clock: messages that are due wait for the end. Single messages that your systems send do not wait.',
  quietOf: { email: 'Email has quiet hours', sms: 'SMS has quiet hours' },
  from: { email: 'Email: from', sms: 'SMS: from' },
  to: { email: 'Email: to', sms: 'SMS: to' },
  save: 'Save',
  saved: 'Settings saved',
};
