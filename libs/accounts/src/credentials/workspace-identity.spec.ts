import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { IdentityNeededError, UnavailableError, WrongIdentityError } from '@dundun/domain';
import { closedNotice, WorkspaceIdentity, type IdentityFacts } from './workspace-identity.js';

const sign = (uid: string, secret = 'new') => createHmac('sha256', secret).update(uid).digest('hex');
const identity = (facts: Partial<IdentityFacts> = {}) =>
  new WorkspaceIdentity({
    isStrict: true,
    isRequired: false,
    secrets: ['new', 'old'],
    handleKey: 'key',
    closedAttributes: [],
    ...facts,
  });

describe('prove', () => {
  it('accepts the signature of the uid by each valid secret, in either case', () => {
    for (const uid of ['u-1', 'é/?#%&+ ☃', 'x'.repeat(255)])
      for (const signature of [sign(uid), sign(uid, 'old'), sign(uid).toUpperCase()])
        expect(identity().prove(uid, signature)).toBe(true);
  });

  it('refuses every other signature, also in an open workspace', () => {
    const right = sign('u-1');
    const wrong = [
      sign('u-2'),
      sign('u-1', 'older'),
      right.slice(2),
      `${right}00`,
      '',
      ' ',
      `${right}, ${right}`,
      'é'.repeat(64),
    ];
    for (const signature of wrong)
      for (const isStrict of [true, false])
        expect(() => identity({ isStrict }).prove('u-1', signature)).toThrow(WrongIdentityError);
    expect(() => identity({ secrets: [] }).prove('u-1', right)).toThrow(WrongIdentityError);
  });

  it('lets an unsigned call act for the user only in an open workspace', () => {
    expect(identity().prove('u-1', undefined)).toBe(false);
    expect(identity({ isStrict: false }).prove('u-1', undefined)).toBe(true);
  });

  it('refuses unsigned calls where signatures are required, except for visitors', () => {
    const required = identity({ isRequired: true });
    expect(() => required.prove('u-1', undefined)).toThrow(IdentityNeededError);
    expect(() => identity({ isRequired: true, isStrict: false }).prove('u-1', undefined)).toThrow(IdentityNeededError);
    expect(required.prove('anonymous-5f1', undefined)).toBe(false);
    expect(required.prove('u-1', sign('u-1'))).toBe(true);
  });
});

describe('handlesOf', () => {
  it('derives UUIDs from the number and the key alone', () => {
    const handles = identity().handlesOf('2340000001');
    expect(new Set(handles).size).toBe(handles.length);
    for (const handle of handles)
      expect(handle).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(identity({ secrets: [] }).handlesOf('2340000001')).toEqual(handles);
    expect(identity().handlesOf('2340000002')[0]).not.toBe(handles[0]);
    expect(identity({ handleKey: 'other' }).handlesOf('2340000001')[0]).not.toBe(handles[0]);
    expect(() => identity({ handleKey: null }).handlesOf('2340000001')).toThrow(UnavailableError);
  });
});

describe('openOf', () => {
  it('takes out closed attributes and names them', () => {
    const closing = identity({ closedAttributes: ['plan', 'constructor'] });
    expect(closing.openOf({ plan: null, size: 'M' })).toEqual({ meta: { size: 'M' }, closed: ['plan'] });
    expect(closing.openOf(undefined)).toEqual({ meta: undefined, closed: [] });
    expect(closing.openOf({})).toEqual({ meta: {}, closed: [] });
    expect(closedNotice(['plan'])).toEqual([expect.stringContaining('ignored: plan')]);
    expect(closedNotice([])).toEqual([]);
  });
});
