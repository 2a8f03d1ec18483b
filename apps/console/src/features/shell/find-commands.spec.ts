import { expect, it } from '@jest/globals';
import { matching, placeCommands } from './find-commands';

const member = { id: '1', email: 'ada@example.com', name: null, role: 'owner', lists: null } as const;
const COMMANDS = placeCommands(member);
const found = (text: string) => matching(COMMANDS, text).map(({ label }) => label);

it('finds commands by every word, without regard to case and accents', () => {
  expect(found('LÍST create')).toEqual(['Create list']);
  expect(found('nothing like it')).toEqual([]);
});

it('puts first what begins with the text', () => {
  expect(found('list')[0]).toBe('Lists');
});

it('offers everything before anything is typed', () => {
  expect(found('')).toHaveLength(COMMANDS.length);
});

it('offers a viewer only what viewers may do', () => {
  const labels = placeCommands({ ...member, role: 'viewer' }).map(({ label }) => label);
  expect(labels).toContain('Domains');
  expect(labels).not.toContain('Create list');
  expect(labels).not.toContain('Providers');
});
