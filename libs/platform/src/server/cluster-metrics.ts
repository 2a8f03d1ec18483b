import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, register } from 'prom-client';

/** The metrics of one process, as prom-client's JSON. */
type ProcessMetrics = object[];

/** What the processes of a cluster tell each other: a worker asks, the primary has all report, and answers. */
type Message =
  | { metrics: 'ask' | 'report'; id: number }
  | { metrics: 'reported'; id: number; of: ProcessMetrics }
  | { metrics: 'answer'; id: number; of: ProcessMetrics[] };

/** A process that does not report by then is left out: metrics matter most when something hangs. */
const WAIT_MS = 2_000;
const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'metrics' in message;

/** Collects answers with the same id until all are there or the time is up. */
class Answers<T> {
  private readonly open = new Map<number, (value: T) => void>();
  private last = 0;

  /** @returns up to `count` values */
  wait(count: number, ask: (id: number) => void): Promise<T[]> {
    const id = ++this.last;
    return new Promise((resolve) => {
      const values: T[] = [];
      const end = () => {
        clearTimeout(timer);
        this.open.delete(id);
        resolve(values);
      };
      const timer = setTimeout(end, WAIT_MS);
      this.open.set(id, (value) => {
        if (values.push(value) === count) end();
      });
      ask(id);
    });
  }

  take(id: number, value: T): void {
    this.open.get(id)?.(value);
  }
}

/** Makes the primary of a cluster answer its workers with the metrics of all that listen. */
export function relayMetrics(): void {
  const listening = new Set<Worker>();
  const reports = new Answers<ProcessMetrics>();
  cluster.on('listening', (worker) => listening.add(worker));
  cluster.on('exit', (worker) => listening.delete(worker));
  const collect = () => {
    const workers = [...listening].filter((worker) => worker.isConnected());
    return reports.wait(workers.length, (id) => workers.forEach((worker) => tell(worker, { metrics: 'report', id })));
  };
  cluster.on('message', (worker, message: unknown) => {
    if (!isMessage(message)) return;
    if (message.metrics === 'reported') reports.take(message.id, message.of);
    if (message.metrics !== 'ask') return;
    const { id } = message;
    void collect().then((of) => tell(worker, { metrics: 'answer', id, of }));
  });
}

/** A worker can end between the check and the message. */
const tell = (worker: Worker, message: Message) => worker.send(message, (error) => void error);

const answers = new Answers<ProcessMetrics[]>();
if (cluster.isWorker)
  process.on('message', (message) => {
    if (!isMessage(message)) return;
    if (message.metrics === 'answer') answers.take(message.id, message.of);
    if (message.metrics !== 'report') return;
    const { id } = message;
    void register.getMetricsAsJSON().then((of) => process.send?.({ metrics: 'reported', id, of }));
  });

/** Returns the metrics of this process or, in a cluster, of all its processes together. */
export async function allMetrics(): Promise<string> {
  if (!cluster.isWorker) return register.metrics();
  const [all = []] = await answers.wait(1, (id) => process.send?.({ metrics: 'ask', id } satisfies Message));
  return all.length > 0 ? AggregatorRegistry.aggregate(all).metrics() : register.metrics();
}
