import { describe, expect, it } from '@jest/globals';
import { alertText, type AlertFacts } from './alert-text.js';

const facts: AlertFacts = { kind: 'campaign_halted', subjectId: 'c-1', name: 'Sale', reason: '' };

describe('the text of an alert', () => {
  it('says what happened, why and what follows, with a link', () => {
    const text = alertText({ ...facts, reason: 'the provider refused 30 of 100 messages.' }, 'https://console.example');
    expect(text).toBe(
      'The campaign “Sale” halted: the provider refused 30 of 100 messages. No message leaves until somebody resumes or ' +
        'cancels it. <https://console.example/campaigns/c-1|Open it>',
    );
  });

  it('lets no name or reason mention a channel or become a link', () => {
    const text = alertText({ ...facts, name: '<!channel> & co', reason: '<https://evil.example|click>' }, '');
    expect(text).toContain('“&lt;!channel&gt; &amp; co” halted: &lt;https://evil.example|click&gt;.');
  });

  it.each([
    ['automation_closed', '/automations/c-1|'],
    ['provider_failing', '/settings/providers|'],
  ] as const)('of %s leads to its page', (kind, page) => {
    expect(alertText({ ...facts, kind }, 'https://console.example')).toContain(`<https://console.example${page}`);
  });
});
