import { describe, expect, it } from '@jest/globals';
import { faultsOf } from './testing.js';
import { AccountRoleBody, AccountsBody, CreateUserBody, UpdateUserBody, UserListsBody, UsersQuery } from './users.js';

const namesOf = (body: object) => Object.keys(faultsOf(UpdateUserBody, body));

describe('the body of a user call', () => {
  it.each([
    {},
    {
      email: '',
      number: '',
      first_name: '',
      tz: '',
      is_account: null,
      created_at: null,
      meta: null,
      lists: null,
      accounts: null,
    },
    { email: null, number: null, first_name: null, tz: null, device_token: null, device_platform: null },
    { number: '+234 801 234 5678', is_account: 'true', tz: 'Africa/Lagos', created_at: '2024-02-29' },
    { device_token: 'x'.repeat(512), device_platform: 'web', meta: { plan: null, seats: 3 } },
    { lists: [], accounts: [{ id: 5 }, { id: 'acme', role: null }, { id: 'beta', role: 'owner', more: 1 }] },
  ])('takes %j', (body) => expect(faultsOf(UpdateUserBody, body)).toEqual({}));

  it.each([
    ['email', ['ada', 5]],
    ['number', ['12', 'x', '+234 0803 123 4567']],
    ['is_account', ['yes', 1]],
    ['device_token', [' ', 'x'.repeat(513), 5]],
    ['device_platform', ['toaster', 5]],
    ['tz', ['Lagos', '+01:00', 5]],
    ['created_at', ['yesterday', 1_763_640_000]],
    ['meta', [{ a: {} }, []]],
    ['lists', ['all', [5], Array(101).fill('x')]],
    ['accounts', [{}, ['acme'], [{}], [{ id: '' }], [{ id: 'a', role: '' }], [{ id: 'a', role: 5 }]]],
  ])('refuses a wrong %s', (name, values) => {
    for (const value of values) expect(namesOf({ [name]: value })).toEqual([name]);
  });

  it.each(['u-1', 'ada@example.com', '0', 42, '☃'.repeat(255)])('is of the uid %j', (id) => {
    expect(faultsOf(CreateUserBody, { id })).toEqual({});
  });

  it.each([undefined, null, '', 'x'.repeat(256), 'a\0', '\ud800', 1.5, {}, true])('is not of the uid %j', (id) => {
    expect(Object.keys(faultsOf(CreateUserBody, { id }))).toEqual(['id']);
  });
});

describe('lists and accounts of a user', () => {
  it('are at least one', () => {
    expect(Object.keys(faultsOf(UserListsBody, { lists: [] }))).toEqual(['lists']);
    expect(Object.keys(faultsOf(AccountsBody, { accounts: [] }))).toEqual(['accounts']);
    expect(faultsOf(AccountsBody, { accounts: [{ id: 'acme' }] })).toEqual({});
  });

  it('have a role that can be cleared, but must be said', () => {
    expect(faultsOf(AccountRoleBody, { role: null })).toEqual({});
    expect(Object.keys(faultsOf(AccountRoleBody, {}))).toEqual(['role']);
  });

  it('filter users, alone or several', () => {
    expect(faultsOf(UsersQuery, { 'lists[]': 'x' })).toEqual({});
    expect(faultsOf(UsersQuery, { 'lists[]': ['x', 'y'], email: ' ada@example.com ' })).toEqual({});
    expect(Object.keys(faultsOf(UsersQuery, { email: '', lists: '' })).sort()).toEqual(['email', 'lists']);
  });
});
