import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createLogger, type Config } from '@dundun/platform/config';
import { until } from '@dundun/testing';
import cluster, { type Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { runCluster } from './run-cluster.js';

const NO_ROOM = Object.assign(new Error('spawn EAGAIN'), { code: 'EAGAIN' });

/** What Node makes of a process that could not be started. */
function neverStarted(): Worker {
  const worker = Object.assign(new EventEmitter(), { process: { pid: undefined } });
  process.nextTick(() => worker.emit('error', NO_ROOM));
  return worker as unknown as Worker;
}

const started = () => Object.assign(new EventEmitter(), { process: { pid: 4_711 } }) as unknown as Worker;

describe('the process that starts the others', () => {
  const before = (['SIGTERM', 'SIGINT'] as const).map((signal) => [signal, process.listeners(signal)] as const);
  afterEach(() => {
    jest.restoreAllMocks();
    cluster.removeAllListeners('exit');
    for (const [signal, listeners] of before)
      for (const listener of process.listeners(signal))
        if (!listeners.includes(listener)) process.off(signal, listener);
  });

  it('lives on when the system has no room for one, and tries again', async () => {
    const fork = jest
      .spyOn(cluster, 'fork')
      .mockImplementationOnce(neverStarted)
      .mockImplementationOnce(() => {
        throw NO_ROOM;
      })
      .mockImplementation(started);
    await runCluster({ API_WORKERS: 2 } as Config, createLogger('test', 'silent'));
    expect(fork).toHaveBeenCalledTimes(2);
    await until('both are tried again', () => fork.mock.calls.length === 4);
  });
});
