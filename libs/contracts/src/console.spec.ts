import { expect, it } from '@jest/globals';
import { AddDomainBody } from './console/domains.js';
import { ConsoleEventsQuery } from './console/events.js';
import { InboxQuery } from './console/inbox.js';
import { MembersQuery } from './console/members.js';
import { PeopleQuery } from './console/people.js';
import { LoginBody } from './console/session.js';
import type { DtoClass } from './fields/index.js';
import { faultsOf } from './testing.js';

it.each<[DtoClass, object]>([
  [LoginBody, { email: 'ada@example.com', password: 'x' }],
  [MembersQuery, { search: 'ada', status: 'pending', limit: '30' }],
  [PeopleQuery, { search: 'ada', list: '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11', status: 'pending' }],
  [AddDomainBody, { domain: 'example.com' }],
  [InboxQuery, { channel: 'sms', to: '2348012345678' }],
  [ConsoleEventsQuery, { uid: 'u-1', event: 'Order placed', next_cursor: 'abc' }],
])('%p takes %j', (cls, input) => expect(faultsOf(cls, input)).toEqual({}));

it.each<[DtoClass, object, string[]]>([
  [LoginBody, {}, ['email', 'password']],
  [LoginBody, { email: 'ada@example.com', password: 'x'.repeat(1025) }, ['password']],
  [MembersQuery, { status: 'gone', limit: '0' }, ['limit', 'status']],
  [MembersQuery, { search: '', status: '' }, ['search', 'status']],
  [PeopleQuery, { status: 'pending' }, ['status']],
  [InboxQuery, { channel: 'push' }, ['channel']],
  [AddDomainBody, { domain: '' }, ['domain']],
  [ConsoleEventsQuery, { uid: ['a', 'b'] }, ['uid']],
])('%p refuses %j', (cls, input, fields) => expect(Object.keys(faultsOf(cls, input)).sort()).toEqual(fields));
