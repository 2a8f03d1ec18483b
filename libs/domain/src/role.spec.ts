import { describe, expect, it } from '@jest/globals';
import { UnknownListError } from './refusals/lists.js';
import { LimitedToListsError, RoleNeededError } from './refusals/sessions.js';
import { checkMember, hasRole, ROLES, type ForLimited } from './role.js';

const LIST = '01900000-0000-7000-8000-00000000000a';
const OTHER = '01900000-0000-7000-8000-00000000000b';

describe('the role of a member', () => {
  it.each(ROLES)('gives %s its own rights and those of lower roles', (role) => {
    expect(ROLES.filter((needed) => hasRole(role, needed))).toEqual(ROLES.slice(0, ROLES.indexOf(role) + 1));
  });

  it('refuses a lower role', () => {
    expect(() => checkMember({ role: 'viewer' }, { role: 'marketer' })).toThrow(RoleNeededError);
    expect(() => checkMember({ role: 'marketer' }, { role: 'admin' })).toThrow(RoleNeededError);
    expect(() => checkMember({ role: 'owner' }, { role: 'viewer' })).not.toThrow();
  });
});

describe('a member limited to lists', () => {
  const check = (limited?: ForLimited, id?: string, lists: string[] = [LIST]) =>
    checkMember({ role: 'marketer', lists }, { role: 'viewer', limited }, id);

  it('reaches own lists, in either case of the id', () => {
    expect(() => check('list', LIST)).not.toThrow();
    expect(() => check('list', LIST.toUpperCase())).not.toThrow();
  });

  it('finds no other list', () => {
    expect(() => check('list', OTHER)).toThrow(UnknownListError);
    expect(() => check('list')).toThrow(UnknownListError);
    expect(() => check('list', LIST, [])).toThrow(UnknownListError);
  });

  it('is refused by operations that do not say how they are limited', () => {
    expect(() => check()).toThrow(LimitedToListsError);
    expect(() => check('filtered')).not.toThrow();
    expect(() => check('neutral')).not.toThrow();
  });

  it('needs the role as well', () => {
    expect(() => checkMember({ role: 'viewer', lists: [LIST] }, { role: 'marketer', limited: 'list' }, LIST)).toThrow(
      RoleNeededError,
    );
  });
});
