import { icu } from '@/lib/icu';

export const words = {
  title: 'Alerts',
  text: 'Owners get a mail when a campaign halts by itself. A chat is told too: of campaigns that halt, automations that let nobody in any more, and providers that fail. It works when mail is what failed.',
  url: 'Address of the chat',
  urlHint:
    'An incoming webhook of Slack, Mattermost, Discord (with /slack at its end) or anything that takes Slack’s format.',
  on: icu<{ host: string }>('Alerts are told at {host}.'),
  off: 'No chat is told yet.',
  failing: icu<{ failure: string }>('The last message was not taken. {failure}'),
  save: 'Save',
  replace: 'Replace',
  saved: 'The chat was saved',
  test: 'Send a test',
  testOk: 'The chat took the test message',
  testFailed: 'The chat did not take the test message',
  remove: 'Switch off',
  removed: 'Alerts are not told in a chat any more',
};
