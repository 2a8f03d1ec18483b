import { describe, expect, it } from '@jest/globals';
import { engagementOf, type Done } from './engagement';

const at = (minute: number) => `2026-11-22T10:${String(minute).padStart(2, '0')}:00.000Z`;
const done = (kind: Done['kind'], by: Done['by'], minute: number, times = 1, url: string | null = null): Done => ({
  ...{ kind, by, times, url },
  first_at: at(minute),
});

describe('the engagement with a message', () => {
  it('counts the opens of people from the first one, and leaves those of machines out', () => {
    const { opened, maybeOpened } = engagementOf([done('open', 'machine', 1, 9), done('open', 'person', 3, 2)]);
    expect({ opened, maybeOpened }).toEqual({ opened: { times: 2, at: at(3) }, maybeOpened: null });
  });

  it('leaves open whether a person read what only machines opened', () => {
    const { opened, maybeOpened } = engagementOf([done('open', 'machine', 1, 9)]);
    expect({ opened, maybeOpened }).toEqual({ opened: null, maybeOpened: { times: 9, at: at(1) } });
  });

  it('names each link that a person clicked, and counts the clicks of machines apart', () => {
    const [sale, terms] = ['https://shop.example/sale', 'https://shop.example/terms'];
    const { clicks, machineClicks } = engagementOf([
      done('click', 'machine', 1, 3, sale),
      done('click', 'machine', 1, 3, terms),
      done('click', 'person', 4, 2, sale),
      done('click', 'person', 6, 1, terms),
    ]);
    expect(clicks).toEqual([
      { times: 2, at: at(4), url: sale },
      { times: 1, at: at(6), url: terms },
    ]);
    expect(machineClicks).toBe(6);
  });

  it('says nothing of a message that nobody touched', () => {
    expect(engagementOf([])).toEqual({ opened: null, maybeOpened: null, clicks: [], machineClicks: 0 });
  });
});
