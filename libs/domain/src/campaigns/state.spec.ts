import { describe, expect, it } from '@jest/globals';
import { unaccounted } from './accounts.js';
import { CAMPAIGN_ACTIONS, CAMPAIGN_STATES, isEditable, isOver, stateAfter } from './state.js';

describe('the states of a campaign', () => {
  it('leads from a draft to the end, and out of every state but the last, from which only a retry leads back', () => {
    const road = (['start', 'freeze', 'send', 'pause', 'resume', 'send', 'finish'] as const).reduce(
      (states, action) => [...states, stateAfter(states.at(-1)!, action)!],
      ['draft' as (typeof CAMPAIGN_STATES)[number]],
    );
    expect(road).toEqual(['draft', 'scheduled', 'freezing', 'sending', 'paused', 'freezing', 'sending', 'sent']);
    for (const state of CAMPAIGN_STATES) {
      const ways = CAMPAIGN_ACTIONS.filter((action) => action !== 'retry' && stateAfter(state, action));
      expect([state, ways.length > 0]).toEqual([state, !isOver(state)]);
      expect([state, stateAfter(state, 'retry')]).toEqual([state, state === 'sent' ? 'sending' : undefined]);
    }
  });

  it('is edited until its audience is frozen', () => {
    expect(CAMPAIGN_STATES.filter(isEditable)).toEqual(['draft', 'scheduled']);
  });
});

describe('the people of a campaign', () => {
  it('are all accounted for, or the difference is said', () => {
    const accounts = { matched: 10, excluded: { pending: 2 }, planned: 1, queued: 5, skipped: { left: 2 } };
    expect(unaccounted(accounts)).toBe(0);
    expect(unaccounted({ ...accounts, queued: 4 })).toBe(1);
  });
});
