/** A condition for taking traffic. `check` rejects with the reason when it fails. */
export interface ReadinessCheck {
  name: string;
  check: () => Promise<void>;
  /** A failure is reported as degraded but does not stop traffic. */
  optional?: boolean;
}

export interface ReadinessReport {
  status: 'ok' | 'degraded' | 'unavailable';
  checks: Record<string, string>;
}

const LONGEST_MS = 2_000;

/** Runs all checks concurrently, each for at most two seconds. */
export class ReadinessChecks {
  constructor(private readonly all: ReadinessCheck[]) {}

  async run(): Promise<ReadinessReport> {
    const results = await Promise.all(
      this.all.map(async ({ name, check, optional }) => ({ name, optional, result: await outcome(check) })),
    );
    const failing = results.filter(({ result }) => result !== 'ok');
    const status = failing.length === 0 ? 'ok' : failing.every(({ optional }) => optional) ? 'degraded' : 'unavailable';
    return { status, checks: Object.fromEntries(results.map(({ name, result }) => [name, result])) };
  }
}

async function outcome(check: () => Promise<void>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, LONGEST_MS, `no answer in ${LONGEST_MS} ms`);
  });
  const result = check().then(
    () => 'ok',
    (error: Error) => error.message,
  );
  return Promise.race([result, late]).finally(() => clearTimeout(timer));
}
