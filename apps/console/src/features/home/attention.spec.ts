import { expect, it } from '@jest/globals';
import { attentionOf } from './attention';
import type { HomeDay } from './queries';

const days = (figures: Partial<HomeDay>) =>
  Array.from({ length: 30 }, (_, index) => ({
    sent: 0,
    arrived: 0,
    bounced: 0,
    complained: 0,
    failed: 0,
    ...(index === 29 && figures),
  })) as HomeDay[];
const quiet = { days: days({}), integrations: [], domains: [], refused: [] };
const kinds = (facts: Partial<typeof quiet>) =>
  attentionOf({ ...quiet, ...facts }).map(({ kind, tone }) => `${kind} ${tone}`);

it('finds nothing in a new workspace, nor among few messages', () => {
  expect(kinds({})).toEqual([]);
  expect(kinds({ days: days({ sent: 49, bounced: 10 }) })).toEqual([]);
});

it('judges bounces, complaints and failures by their share of a week', () => {
  expect(kinds({ days: days({ sent: 1_000, bounced: 19 }) })).toEqual([]);
  expect(kinds({ days: days({ sent: 1_000, bounced: 20 }) })).toEqual(['bounces wait']);
  expect(kinds({ days: days({ sent: 1_000, arrived: 900, bounced: 100, complained: 3, failed: 70 }) })).toEqual([
    'bounces bad',
    'complaints bad',
    'failures bad',
  ]);
  expect(kinds({ days: [...days({ sent: 1_000, bounced: 100 }), ...days({}).slice(0, 7)] })).toEqual([]);
});

it('puts what fails before what waits, and ignores what is switched off', () => {
  const since = '2026-11-20T09:30:00.000Z';
  const integration = { id: 'i', name: null, provider: 'smtp', enabled: true, failing_since: since };
  const facts = {
    integrations: [integration, { ...integration, id: 'off', enabled: false }],
    domains: [
      { id: 'd', domain: 'new.example', status: 'pending' },
      { id: 'e', domain: 'old.example', status: 'failing' },
      { id: 'f', domain: 'good.example', status: 'connected' },
    ],
    refused: [{ refused: 4 }],
  };
  expect(kinds(facts as never)).toEqual(['provider bad', 'domainFails bad', 'domainPending wait', 'held wait']);
});
