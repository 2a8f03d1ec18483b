export const reachWords = {
  quiet: 'Quiet hours',
  quietText:
    'Campaigns do not reach people in these hours on their clock: messages that are due wait for the end. Single messages that your systems send do not wait.',
  quietOf: { email: 'Email has quiet hours', sms: 'SMS has quiet hours' },
  from: { email: 'Email: from', sms: 'SMS: from' },
  to: { email: 'Email: to', sms: 'SMS: to' },
  caps: 'Most messages to a person',
  capsText:
    'Counts everything that is sent with a list: campaigns, automations and single messages. A campaign puts off people who have had the most for the day or week, once, and then skips them. An automation waits or skips, as its step says. Single messages are never held back. Leave a field empty for no limit. Days and weeks go by the clock of the workspace.',
  email_day_cap: 'Emails a day',
  email_week_cap: 'Emails a week',
  sms_day_cap: 'SMS a day',
  sms_week_cap: 'SMS a week',
  capWrong: 'Enter a whole number from 1 to 1,000, or nothing.',
  save: 'Save',
  saved: 'Settings saved',
};
