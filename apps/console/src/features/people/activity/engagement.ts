/** What was done with a message in one way, as the API lists it. */
export interface Done {
  kind: 'open' | 'click';
  by: 'person' | 'machine';
  url: string | null;
  times: number;
  first_at: string;
}

/** Something that happened some times, with the first time. */
interface Times {
  times: number;
  at: string;
}

/** What a timeline says of a message: people first, machines apart. */
export interface Engagement {
  opened: Times | null;
  /** Only machines and mail proxies opened it, which may have been for the person. */
  maybeOpened: Times | null;
  clicks: (Times & { url: string | null })[];
  /** Clicks of programs that follow links. */
  machineClicks: number;
}

/** Sums up the opens and clicks of one message. */
export function engagementOf(all: readonly Done[]): Engagement {
  const of = (kind: Done['kind'], by: Done['by']) => all.filter((each) => each.kind === kind && each.by === by);
  const opened = summed(of('open', 'person'));
  return {
    opened,
    maybeOpened: opened ? null : summed(of('open', 'machine')),
    clicks: of('click', 'person').map(({ url, times, first_at: at }) => ({ url, times, at })),
    machineClicks: of('click', 'machine').reduce((sum, { times }) => sum + times, 0),
  };
}

function summed(all: readonly Done[]): Times | null {
  const times = all.reduce((sum, each) => sum + each.times, 0);
  const at = all.map(({ first_at }) => first_at).sort()[0];
  return at === undefined ? null : { times, at };
}
