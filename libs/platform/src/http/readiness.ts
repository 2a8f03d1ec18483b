/** A thing that must work before traffic may come. Rejects with the reason when it does not. */
export interface ReadinessCheck {
  name: string;
  check: () => Promise<void>;
}

export interface ReadinessReport {
  status: 'ok' | 'unavailable';
  checks: Record<string, string>;
}

const LONGEST_MS = 2_000;

/** Runs all checks side by side, each for two seconds at most. */
export class ReadinessChecks {
  constructor(private readonly all: ReadinessCheck[]) {}

  async run(): Promise<ReadinessReport> {
    const results = await Promise.all(this.all.map(async ({ name, check }) => [name, await outcome(check)] as const));
    const status = results.every(([, result]) => result === 'ok') ? 'ok' : 'unavailable';
    return { status, checks: Object.fromEntries(results) };
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
