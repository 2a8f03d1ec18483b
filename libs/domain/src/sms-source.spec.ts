import { expect, it } from '@jest/globals';
import { parseSmsSource, SMS_SOURCE_SPELLINGS, SMS_SOURCES, takesChannel } from './sms-source.js';

it('knows five sources and one more spelling', () => {
  expect(SMS_SOURCE_SPELLINGS.map(parseSmsSource)).toEqual([...SMS_SOURCES, 'at']);
  expect(['Twilio', 'nexmo', '', null, 5].map(parseSmsSource)).toEqual([null, null, null, null, null]);
});

it('takes a channel with the two West African sources only', () => {
  expect(SMS_SOURCES.filter(takesChannel)).toEqual(['termii', 'kudisms']);
});
