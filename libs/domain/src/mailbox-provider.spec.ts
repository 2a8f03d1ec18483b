import { describe, expect, it } from '@jest/globals';
import { MAILBOX_PROVIDERS, mailboxProviderAt, mailboxProviderOf } from './mailbox-provider.js';

describe('the mailbox provider', () => {
  it.each([
    ['gmail.com', 'google'],
    ['GoogleMail.com', 'google'],
    ['hotmail.co.uk', 'microsoft'],
    ['live.com.au', 'microsoft'],
    ['outlook.fr', 'microsoft'],
    ['yahoo.co.jp', 'yahoo'],
    ['aol.com', 'yahoo'],
    ['me.com', 'apple'],
    ['gmx.net', 'gmx'],
    ['pm.me', 'proton'],
    ['notgmail.com', null],
    ['gmail.com.example.org', null],
    ['outlook.example.com', null],
    ['example.com', null],
    ['', null],
  ])('of %j is %j', (domain, provider) => {
    expect(mailboxProviderOf(domain)).toBe(provider);
  });

  it.each([
    ['aspmx.l.google.com', 'google'],
    ['alt1.gmail-smtp-in.l.google.com', 'google'],
    ['example-com.mail.protection.outlook.com', 'microsoft-365'],
    ['hotmail-com.olc.protection.outlook.com', 'microsoft'],
    ['mx-eu.mail.am0.yahoodns.net', 'yahoo'],
    ['in1-smtp.messagingengine.com', 'fastmail'],
    ['eu-smtp-inbound-1.mimecast.com', 'mimecast'],
    ['mx.example.com', null],
    ['google.com.example.org', null],
  ])('at %s is %j', (exchanger, provider) => {
    expect(mailboxProviderAt(exchanger)).toBe(provider);
  });

  it('has one of a fixed set of names', () => {
    expect(new Set(MAILBOX_PROVIDERS).size).toBe(MAILBOX_PROVIDERS.length);
    expect(MAILBOX_PROVIDERS).toEqual(expect.arrayContaining(['google', 'microsoft-365', 'fastmail']));
  });
});
