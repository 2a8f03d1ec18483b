import { describe, expect, it } from '@jest/globals';
import { SMS_SOURCES } from '@dundun/domain';
import { emailProviders, smsProviders } from './index.js';

describe('provider registry', () => {
  it.each(Object.entries({ ...emailProviders, ...smsProviders }))(
    'registers %s under its own name',
    (name, descriptor) => {
      expect(descriptor.name).toBe(name);
      expect(descriptor.title).not.toBe('');
      expect(descriptor.secretFields.length).toBeGreaterThan(0);
    },
  );

  it('retries email after an unknown outcome; SMS is repeated where that is safe and held elsewhere', () => {
    const all = Object.entries({ ...smsProviders, ...emailProviders });
    expect(Object.fromEntries(all.map(([name, { onUnknown }]) => [name, onUnknown]))).toEqual({
      twilio: 'hold',
      termii: 'hold',
      at: 'hold',
      kudisms: 'hold',
      hollatags: 'repeat',
      vonage: 'hold',
      http: 'hold',
      smtp: 'retry',
      ses: 'retry',
      mailgun: 'retry',
      sendgrid: 'retry',
      postmark: 'retry',
      resend: 'repeat',
      brevo: 'retry',
    });
  });

  it('has an SMS provider for every source on the wire', () => {
    expect(Object.keys(smsProviders)).toEqual([...SMS_SOURCES]);
  });
});
