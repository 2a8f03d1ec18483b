import { expect, it } from '@jest/globals';
import { parseSmsSource, SMS_SOURCE_SPELLINGS, SMS_SOURCES, takesChannel } from './sms-source.js';

it('parses five sources and one alternative spelling', () => {
  expect(SMS_SOURCE_SPELLINGS.map(parseSmsSource)).toEqual([...SMS_SOURCES, 'at']);
  expect(['Twilio', 'nexmo', '', null, 5].map(parseSmsSource)).toEqual([null, null, null, null, null]);
});

it('allows a channel only for termii and kudisms', () => {
  expect(SMS_SOURCES.filter(takesChannel)).toEqual(['termii', 'kudisms']);
});
