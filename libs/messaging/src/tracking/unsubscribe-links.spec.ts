import { describe, expect, it } from '@jest/globals';
import { Seal, type Config } from '@dundun/platform/config';
import type { MessageRepository } from '../message/message.repository.js';
import fc from 'fast-check';
import { v7 } from 'uuid';
import { readSignedId, signedId } from '../message/signed-id.js';
import { aRecipient } from '../testing.js';
import { unsubscribeHeaders, UnsubscribeLinks, withConsentLinks } from './unsubscribe-links.service.js';

const seal = new Seal(['ab'.repeat(32)]);
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('a signed id', () => {
  it('is valid for its purpose only, in one spelling', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2_147_483_647 }),
        fc.uuid({ version: [4, 7] }),
        fc.nat(48),
        fc.constantFrom(...LETTERS),
        (workspaceId, id, at, letter) => {
          const token = signedId(seal, 'a', { workspaceId, id });
          expect(token.length).toBeLessThanOrEqual(49);
          expect(readSignedId(seal, 'a', token)).toEqual({ workspaceId, id });
          expect(readSignedId(seal, 'b', token)).toBeNull();
          const position = at % token.length;
          const changed = token.slice(0, position) + letter + token.slice(position + 1);
          if (changed !== token) expect(readSignedId(seal, 'a', changed)).toBeNull();
        },
      ),
    );
  });

  it('is invalid if malformed or from another installation', () => {
    const token = signedId(new Seal(['cd'.repeat(32)]), 'a', { workspaceId: 1, id: v7() });
    for (const wrong of [token, '', 'x', 'A'.repeat(45), 'A'.repeat(49), `${token}\n`, token.repeat(2)])
      expect(readSignedId(seal, 'a', wrong)).toBeNull();
  });
});

describe('the links of a list’s mail', () => {
  const config = { PUBLIC_URL: 'https://go.example' } as Config;
  const links = new UnsubscribeLinks(config, seal, undefined as unknown as MessageRepository);
  const to = (...addresses: string[]) =>
    links.urls({ workspace_id: 1, id: v7(), recipients: addresses.map((address) => aRecipient(address)) });

  it('fit on one line of a header', () => {
    const { unsubscribe_url, isOneClick } = to('ada@example.com');
    expect(isOneClick).toBe(true);
    expect(unsubscribe_url).toMatch(/^https:\/\/go\.example\/p\/u\/[\w-]{45}$/);
    expect(unsubscribe_url.length).toBeLessThan(70);
  });

  it('promise one-click only if the link identifies the person', () => {
    const one = to('ada@example.com');
    expect(unsubscribeHeaders(one.unsubscribe_url, one.isOneClick)).toEqual({
      'List-Unsubscribe': `<${one.unsubscribe_url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    const many = to('ada@example.com', 'bob@example.com');
    expect(many.preferences_url).toBe(many.unsubscribe_url);
    expect(many.web_url).toMatch(/\/t\/v\/[\w-]+$/);
    expect(unsubscribeHeaders(many.unsubscribe_url, many.isOneClick)).toEqual({
      'List-Unsubscribe': `<${many.unsubscribe_url}>`,
    });
  });

  it('replace their placeholders in the content', () => {
    const urls = to('ada@example.com');
    const html = '<a href="{{ unsubscribe_url }}">out</a> {{preferences_url}} {{ other }}';
    const content = withConsentLinks({ subject: '{{ unsubscribe_url }}', html, text: '{{unsubscribe_url}}' }, urls);
    expect(content).toMatchObject({
      subject: '{{ unsubscribe_url }}',
      html: `<a href="${urls.unsubscribe_url}">out</a> ${urls.preferences_url} {{ other }}`,
      text: urls.unsubscribe_url,
    });
    expect(withConsentLinks({ subject: 'x', html }, undefined)).toEqual({ subject: 'x', html });
  });
});
