import { register, type Metric } from 'prom-client';

const NAME = 'dundun_http_request_seconds';
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Histogram of the requests of one route with one status. */
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
    const buckets = BOUNDS.map((le, index) => of('bucket', (below += this.counts[index] as number), { le }));
    return [...buckets, of('bucket', this.count, { le: '+Inf' }), of('sum', this.sum), of('count', this.count)];
  }
}

/** Histograms of one route. prom-client's own checks and hashes labels on every request, which slows a hot route. */
export class RouteTimes {
  private static readonly all = new Map<string, RouteTimes>();
  private readonly byStatus = new Map<number, Times>();

  private constructor(
    readonly method: string,
    readonly route: string,
  ) {}

  /** @param route the path with its parameters unnamed */
  static of(method: string, route: string): RouteTimes {
    const key = `${method} ${route}`;
    let times = RouteTimes.all.get(key);
    if (!times) RouteTimes.all.set(key, (times = new RouteTimes(method, route)));
    return times;
  }

  /** Returns the values of all routes of this process for Prometheus. */
  static values() {
    return [...RouteTimes.all.values()].flatMap(({ byStatus }) =>
      [...byStatus.values()].flatMap((each) => each.values()),
    );
  }

  add(status: number, seconds: number): void {
    const { method, route } = this;
    let times = this.byStatus.get(status);
    if (!times) this.byStatus.set(status, (times = new Times({ method, route, status: String(status) })));
    times.add(seconds);
  }
}

register.registerMetric({
  name: NAME,
  get: async () => ({
    name: NAME,
    help: 'Time from the request line to the last byte of the answer',
    type: 'histogram',
    values: RouteTimes.values(),
    aggregator: 'sum',
  }),
} as unknown as Metric);
