import { environment, type Environment } from './environment.js';

/** The environment is invalid; `faults` has one sentence per wrong variable. */
export class EnvironmentError extends Error {
  constructor(readonly faults: string[]) {
    super(`The environment is not usable:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
}

/** The validated environment with its defaults. URLs have no trailing slash. */
export type Config = Omit<Environment, 'PUBLIC_URL' | 'CONSOLE_URL'> & { PUBLIC_URL: string; CONSOLE_URL: string };

const base = (address: string) => address.replace(/\/+$/, '');

/**
 * Reads the environment once, at the start of a process.
 * @throws EnvironmentError with all faults
 */
export function loadConfig(source: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => {
      const name = issue.path.join('.');
      return given[name] === undefined ? `${name} is required` : `${name} ${issue.message}`;
    });
    throw new EnvironmentError([...new Set(faults)]);
  }
  const env = parsed.data;
  return {
    ...env,
    SMTP_URL: env.SMTP_URL ?? (env.EMBEDDED ? 'inbox:' : undefined),
    PUBLIC_URL: base(env.PUBLIC_URL ?? `http://${env.HOST}:${env.API_PORT}`),
    CONSOLE_URL: base(env.CONSOLE_URL ?? `http://${env.HOST}:${env.CONSOLE_PORT}`),
  };
}
