import { z } from 'zod';

/** The scopes an assistant may be given; `read` is always included. */
const SCOPES = ['read', 'draft', 'send'] as const;
export type Scope = (typeof SCOPES)[number];

export interface Settings {
  url: string;
  key: string;
  secret: string;
  scopes: ReadonlySet<Scope>;
}

/** Invalid environment variables. Never quotes a value, which may be a misplaced secret. */
export class SettingsError extends Error {}

const isBareUrl = (text: string) => {
  try {
    const url = new URL(text);
    return /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash;
  } catch {
    return false;
  }
};

const given = (name: string, what: string) => z.string({ error: `${name} is missing: ${what}` });
const words = (text: string) => text.split(/[\s,]+/).filter(Boolean);

const ENVIRONMENT = z.object({
  DUNDUN_URL: given('DUNDUN_URL', 'the address of the API, such as http://127.0.0.1:3000').refine(isBareUrl, {
    error: 'DUNDUN_URL must be an http or https address without credentials and query',
  }),
  DUNDUN_API_KEY: given('DUNDUN_API_KEY', 'the API key'),
  DUNDUN_API_SECRET: given('DUNDUN_API_SECRET', 'the API secret'),
  DUNDUN_MCP_SCOPES: z
    .string()
    .default('read')
    .transform(words)
    .pipe(z.array(z.enum(SCOPES, { error: `DUNDUN_MCP_SCOPES may name ${SCOPES.join(', ')}` }))),
});

/**
 * Reads the settings; an empty variable counts as unset, as everywhere in Dundun. @throws SettingsError with all errors
 * at once
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const { data, error } = ENVIRONMENT.safeParse(set);
  if (!data) throw new SettingsError([...new Set(error.issues.map(({ message }) => message))].join('\n'));
  return {
    url: data.DUNDUN_URL,
    key: data.DUNDUN_API_KEY,
    secret: data.DUNDUN_API_SECRET,
    scopes: new Set<Scope>(['read', ...data.DUNDUN_MCP_SCOPES]),
  };
}
