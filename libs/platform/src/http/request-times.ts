import { register, type Metric } from 'prom-client';

const NAME = 'dundun_http_request_seconds';
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** How long the requests of one route took that were answered with one status. */
class Times {
  readonly counts = new Array<number>(BOUNDS.length).fill(0);
  count = 0;
  sum = 0;

  constructor(readonly labels: Record<string, string>) {}

  add(seconds: number): void {
    this.count += 1;
    this.sum += seconds;
    const bucket = BOUNDS.findIndex((bound) => seconds <= bound);
    if (bucket >= 0) this.counts[bucket] = (this.counts[bucket] as number) + 1;
  }

  values() {
    let below = 0;
    const of = (end: string, value: number, more = {}) => ({
      metricName: `${NAME}_${end}`,
      labels: { ...this.labels, ...more },
      value,
    });
    const buckets = BOUNDS.map((bound, index) => of('bucket', (below += this.counts[index] as number), { le: bound }));
    return [...buckets, of('bucket', this.count, { le: '+Inf' }), of('sum', this.sum), of('count', this.count)];
  }
}

const all = new Map<string, Map<number, Times>>();

/** Counts a request. prom-client's own histogram checks and hashes the labels each time, which a hot route feels. */
export function addRequestTime(method: string, route: string, status: number, seconds: number): void {
  const key = `${method} ${route}`;
  let ofRoute = all.get(key);
  if (!ofRoute) all.set(key, (ofRoute = new Map()));
  let times = ofRoute.get(status);
  if (!times) ofRoute.set(status, (times = new Times({ method, route, status: String(status) })));
  times.add(seconds);
}

register.registerMetric({
  name: NAME,
  get: async () => ({
    name: NAME,
    help: 'Time from the request line to the last byte of the answer',
    type: 'histogram',
    values: [...all.values()].flatMap((ofRoute) => [...ofRoute.values()].flatMap((times) => times.values())),
    aggregator: 'sum',
  }),
  reset: () => all.clear(),
} as unknown as Metric);
