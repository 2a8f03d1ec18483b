import { cpus } from 'node:os';

interface Times {
  idle: number;
  all: number;
}

const timesOf = (): Times => {
  const times = { idle: 0, all: 0 };
  for (const { times: each } of cpus()) {
    times.idle += each.idle;
    times.all += each.user + each.nice + each.sys + each.irq + each.idle;
  }
  return times;
};

/** Measures which share of the CPU time of this machine nobody used. */
export class IdleShare {
  private last: Times;

  /** @param read returns the times since the machine started */
  constructor(private readonly read: () => Times = timesOf) {
    this.last = read();
  }

  /** Returns the share since the last call, from 0 to 1. */
  take(): number {
    const now = this.read();
    const all = now.all - this.last.all;
    const idle = all > 0 ? (now.idle - this.last.idle) / all : 1;
    this.last = now;
    return idle;
  }
}
