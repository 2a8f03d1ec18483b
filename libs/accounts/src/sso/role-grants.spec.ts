import { describe, expect, it } from '@jest/globals';
import { grantsOf, roleRules, valuesOf } from './role-grants.js';

describe('the rules of OIDC_ROLES', () => {
  it('name value, role and workspace', () => {
    expect(roleRules('dundun-admins=admin, Marketing, EMEA=viewer, cn=x,Sales=Team=marketer@2')).toEqual([
      { value: 'dundun-admins', role: 'admin', workspaceId: null },
      { value: 'EMEA', role: 'viewer', workspaceId: null },
      { value: 'Sales=Team', role: 'marketer', workspaceId: 2 },
    ]);
    expect(roleRules(undefined)).toEqual([]);
  });
});

describe('the values of a claim', () => {
  const claims = { groups: ['a', 7, 'b'], one: 'c', realm_access: { roles: ['d'] }, 'https://x.example/roles': ['e'] };
  it.each([
    ['groups', ['a', 'b']],
    ['one', ['c']],
    ['realm_access.roles', ['d']],
    ['https://x.example/roles', ['e']],
    ['missing', []],
    ['realm_access.roles.length', []],
    ['__proto__.constructor', []],
    ['groups.constructor.name', []],
  ])('are found by name or path: %s', (name, values) => expect(valuesOf(claims, name)).toEqual(values));
});

describe('the grants of a person', () => {
  const rules = roleRules('staff=viewer,leads=admin,leads=owner@2,staff=marketer@2');
  it('are the highest role in each workspace', () => {
    expect([...grantsOf(rules, ['staff', 'leads'], 1)]).toEqual([[1, 'admin'], [2, 'owner']]); // prettier-ignore
    expect([...grantsOf(rules, ['staff'], 7)]).toEqual([[7, 'viewer'], [2, 'marketer']]); // prettier-ignore
    expect([...grantsOf(rules, ['STAFF', ''], 1)]).toEqual([]);
  });
});
