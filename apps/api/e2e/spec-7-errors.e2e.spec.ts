import { describe, it } from '@jest/globals';
import { expectRefusal } from './support/answers.js';
import { anEmail, anSms, aNumber } from './support/fixtures.js';
import { useWorkspace } from './support/product.js';

describe('errors of sends', () => {
  const { call } = useWorkspace();

  it('[7-1] a send that fails answers one field, error, with a text', async () => {
    const failing = [
      ['email', anEmail({ from: { name: 'Ada', email: 'ada@elsewhere.test' } }), 'domain_not_connected'],
      ['email', anEmail({ to: 'nobody' }), 'invalid_input'],
      ['sms', anSms({ from: 'NOBODY' }), 'unknown_sender'],
      ['sms', anSms({ to: '+2348012345678' }), 'invalid_input'],
    ] as const;
    for (const [kind, body, code] of failing) expectRefusal(await call(`POST /v1/send/${kind}`, { body }), 400, code);
  });

  it('[7-2] an invalid sender makes a send fail', async () => {
    const from = { name: 'Ada', email: 'not an address' };
    expectRefusal(await call('POST /v1/send/email', { body: anEmail({ from }) }), 400, 'invalid_input', /from\.email/);
    expectRefusal(
      await call('POST /v1/send/sms', { body: anSms({ to: aNumber(), from: 'WRONG' }) }),
      400,
      'unknown_sender',
      /does not exist/,
    );
  });
});
