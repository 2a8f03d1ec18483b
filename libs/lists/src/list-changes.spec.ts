import { describe, expect, it } from '@jest/globals';
import { SecretNeededError } from '@dundun/domain';
import { answeredTexts, changeOf } from './list-changes.js';
import type { List } from './list.entity.js';

const aList = (given: Partial<List> = {}): List => ({
  workspaceId: 1,
  id: '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11',
  title: 'News',
  description: 'Monthly',
  answeredTitle: null,
  answeredDescription: null,
  redirectUrl: null,
  doubleOptin: false,
  isPublic: false,
  broadcastCount: 0,
  archivedAt: null,
  createdAt: new Date(0),
  ...given,
});
const changed = (...given: Parameters<typeof changeOf>): List => ({ ...given[0], ...changeOf(...given) });

describe('changeOf', () => {
  it('changes only what the API answers, with the key alone', () => {
    const renamed = changed(aList(), { title: 'Verify your bank account' }, 'key');
    expect(renamed).toMatchObject({ title: 'News', description: 'Monthly' });
    expect(answeredTexts(renamed)).toEqual({ title: 'Verify your bank account', description: 'Monthly' });
    const cleared = changed(renamed, { description: null }, 'key');
    expect(cleared).toMatchObject({ title: 'News', description: 'Monthly' });
    expect(answeredTexts(cleared)).toEqual({ title: 'Verify your bank account', description: null });
  });

  it('forgets the other texts when the API answers the trusted ones again', () => {
    const back = changed(changed(aList(), { title: 'Other' }, 'key'), { title: 'News' }, 'key');
    expect(back).toEqual(aList());
  });

  it('changes both with the secret, field by field', () => {
    const renamed = changed(aList(), { title: 'Other', description: 'Else' }, 'key');
    const corrected = changed(renamed, { title: 'Ours' }, 'secret');
    expect(corrected).toMatchObject({ title: 'Ours', description: 'Monthly' });
    expect(answeredTexts(corrected)).toEqual({ title: 'Ours', description: 'Else' });
  });

  it('adopts the answered text when a backend sets it alone, not when it sends the whole list back', () => {
    const renamed = changed(aList(), { title: 'Other' }, 'key');
    expect(changed(renamed, { title: 'Other' }, 'secret')).toMatchObject({ title: 'Other', answeredTitle: null });
    const whole = { title: 'Other', description: 'Ours', redirect_url: null, double_optin: true };
    expect(changed(renamed, whole, 'secret')).toMatchObject({
      title: 'News',
      description: 'Ours',
      answeredTitle: 'Other',
      doubleOptin: true,
    });
    expect(changed(renamed, whole, 'console')).toMatchObject({ title: 'Other', answeredTitle: null });
  });

  it('turns double opt-in on with the key alone, never off', () => {
    expect(changed(aList(), { double_optin: true }, 'key').doubleOptin).toBe(true);
    const optin = aList({ doubleOptin: true });
    expect(() => changeOf(optin, { double_optin: false, title: 'x' }, 'key')).toThrow(SecretNeededError);
    expect(changed(optin, { double_optin: false }, 'secret').doubleOptin).toBe(false);
    expect(changed(aList(), { double_optin: false }, 'key').doubleOptin).toBe(false);
  });

  it('makes a list public or private with the secret, never with the key alone', () => {
    expect(changed(aList(), { is_public: true }, 'secret').isPublic).toBe(true);
    const open = aList({ isPublic: true });
    expect(changed(open, { title: 'x' }, 'secret').isPublic).toBe(true);
    expect(changed(open, { is_public: false }, 'console').isPublic).toBe(false);
    expect(changed(open, { is_public: true }, 'key').isPublic).toBe(true);
    expect(() => changeOf(open, { is_public: false, title: 'x' }, 'key')).toThrow(SecretNeededError);
    expect(() => changeOf(aList(), { is_public: true }, 'key')).toThrow(SecretNeededError);
  });

  it.each([
    ['http://a.example/x', 'https://a.example/y'],
    ['https://a.example', 'https://A.example/thanks?x=1#y'],
    ['https://a.example:8443/', 'https://a.example:8443/z'],
    ['https://u:p@a.example/', 'https://u:p@a.example/z'],
    ['https://a.example/', null],
  ])('moves a redirect from %s to %s with the key alone', (redirectUrl, to) => {
    expect(changed(aList({ redirectUrl }), { redirect_url: to }, 'key').redirectUrl).toBe(to);
  });

  it.each([
    [null, 'https://a.example'],
    ['https://a.example', 'https://b.example'],
    ['https://a.example', 'https://a.example.b.example'],
    ['https://a.example', 'https://a.example@b.example'],
    ['https://a.example', 'https://bank:login@a.example'],
    ['https://a.example', 'https://a.example:8443'],
    ['https://a.example', 'http://a.example'],
    ['https://a.example', 'https://a.example./'],
    ['https://xn--bcher-kva.example', 'https://bucher.example'],
  ])('needs the secret to move a redirect from %s to %s', (redirectUrl, to) => {
    expect(() => changeOf(aList({ redirectUrl }), { redirect_url: to }, 'key')).toThrow(SecretNeededError);
    expect(changed(aList({ redirectUrl }), { redirect_url: to }, 'secret').redirectUrl).toBe(to);
  });
});
