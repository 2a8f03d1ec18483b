import { describe, expect, it } from '@jest/globals';
import { SMS_SOURCES } from '@dundun/domain';
import { emailProviders, smsProviders } from './index.js';

describe('the registry', () => {
  it.each(Object.entries({ ...emailProviders, ...smsProviders }))('knows %s by its own name', (name, descriptor) => {
    expect(descriptor.name).toBe(name);
    expect(descriptor.title).not.toBe('');
    expect(descriptor.secretFields.length).toBeGreaterThan(0);
  });

  it('holds an SMS, repeats it where that is safe, and retries an email when nobody knows', () => {
    const all = Object.entries({ ...smsProviders, ...emailProviders });
    expect(Object.fromEntries(all.map(([name, { onUnknown }]) => [name, onUnknown]))).toEqual({
      twilio: 'hold',
      termii: 'hold',
      at: 'hold',
      kudisms: 'hold',
      hollatags: 'repeat',
      smtp: 'retry',
      ses: 'retry',
      mailgun: 'retry',
      sendgrid: 'retry',
      postmark: 'retry',
      resend: 'repeat',
    });
  });

  it('has an SMS provider for every source on the wire', () => {
    expect(Object.keys(smsProviders)).toEqual([...SMS_SOURCES]);
  });
});
