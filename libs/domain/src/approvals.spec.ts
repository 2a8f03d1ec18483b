import { describe, expect, it } from '@jest/globals';
import { approvalLack, askedFor, decidedOn, fullApproval, isVoid } from './approvals.js';
import { ApprovalNotAskedError, ApprovalOutdatedError, OwnApprovalError } from './refusals/approvals.js';

const ada = { id: 'a', name: 'Ada' };
const bob = { id: 'b', name: 'Bob' };
const asked = askedFor({ version: 'v1', recipients: 12, is_exact: true, is_mailed: true }, ada);
const decision = { by: bob, version: 'v1', current: 'v1', hasOthers: true };

describe('an approval', () => {
  it('is given by another person, for the version that was asked for', () => {
    const approved = decidedOn(asked, decision);
    expect(approved).toMatchObject({ state: 'approved', decided_by: bob, asked_by: ada, recipients: 12 });
    expect(approvalLack(approved, 'v1')).toBeUndefined();
    expect(approvalLack(approved, 'v2')).toMatch(/changed/);
  });

  it('is refused to who asked for it, unless nobody else has the right', () => {
    expect(() => decidedOn(asked, { ...decision, by: ada })).toThrow(OwnApprovalError);
    expect(decidedOn(asked, { ...decision, by: ada, hasOthers: false }).state).toBe('approved');
  });

  it.each([
    ['another version than the one of now', { current: 'v2' }],
    ['another version than was asked for', { version: 'v0' }],
  ])('is refused for %s', (_, given) =>
    expect(() => decidedOn(asked, { ...decision, ...given })).toThrow(ApprovalOutdatedError),
  );

  it('is decided once', () => {
    expect(() => decidedOn(decidedOn(asked, decision), decision)).toThrow(ApprovalNotAskedError);
    expect(() => decidedOn(null, decision)).toThrow(ApprovalNotAskedError);
  });

  it('can be declined by anybody with the right, also when it is outdated', () => {
    const declined = decidedOn(asked, { ...decision, by: ada, current: 'v2', declined: { reason: 'Not yet.' } });
    expect(declined).toMatchObject({ state: 'declined', reason: 'Not yet.' });
    expect(approvalLack(declined, 'v1')).toBe('Ada has declined it');
  });

  it.each([
    ['asked for', asked, true],
    ['given', decidedOn(asked, decision), true],
    ['declined', decidedOn(asked, { ...decision, declined: { reason: null } }), false],
    ['nobody’s', null, false],
  ])('that is %s is void, or not, once something else would be used', (_, approval, expected) => {
    expect([isVoid(approval, 'v2'), isVoid(approval, 'v1')]).toEqual([expected, false]);
  });

  it('of a release that compared less says so once it is void, and never that everybody was counted', () => {
    const stored = JSON.stringify({ ...decidedOn(asked, decision), is_exact: undefined, is_mailed: undefined });
    const before = JSON.parse(stored) as typeof asked;
    expect(approvalLack(before, 'v1')).toBeUndefined();
    expect(approvalLack(before, 'v2')).toMatch(/compared less/);
    expect(fullApproval(before)).toMatchObject({ is_exact: false, is_mailed: false, state: 'approved' });
    expect(fullApproval(asked)).toEqual(asked);
    const declined = { ...decision, declined: { reason: null } };
    expect(decidedOn({ ...before, state: 'asked' }, declined)).toMatchObject({ is_exact: false, state: 'declined' });
  });

  it('is missing as long as nobody has decided', () => {
    expect(approvalLack(null, 'v1')).toBe('Nobody has approved it');
    expect(approvalLack(asked, 'v1')).toBe('It waits for approval');
  });
});
