import { urlOf } from '@dundun/domain';
import ipaddr from 'ipaddr.js';
import { Resolver } from 'node:dns';
import { isIP } from 'node:net';
import { z } from 'zod';

const whole = (least: number, most: number, what = 'a whole number') => {
  const error = `must be ${what} from ${least} to ${most}`;
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error });
};
const oneOf = <const T extends string>(words: readonly T[]) =>
  z.enum(words, { error: `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}` });
const short = () => z.string().max(255, { error: 'must have at most 255 characters' });
const aPort = () => whole(1, 65_535, 'a port number');
const port = (description: string, fallback: number) => aPort().default(fallback).describe(description);
const optionalPort = (description: string) => aPort().optional().describe(description);
const url = (description: string, protocols: RegExp, form: string) =>
  z
    .string()
    .refine((value) => protocols.test(urlOf(value)?.protocol ?? ''), {
      error: `must look like ${form}`,
    })
    .describe(description);
const key = () => z.string().regex(/^[0-9a-f]{64}$/i, { error: 'must be 64 hex digits (32 bytes)' });
const flag = (description: string) =>
  z
    .enum(['true', 'false', '1', '0'], { error: 'must be true or false' })
    .transform((value) => value === 'true' || value === '1')
    .optional()
    .describe(description);
const isSmtp = (value: string) => /^smtps?:$/.test(urlOf(value)?.protocol ?? '') && urlOf(value)?.hostname !== '';
function isBucket(value: string): boolean {
  const { protocol = '', username, password, pathname = '' } = urlOf(value) ?? {};
  return /^https?:$/.test(protocol) && !!username && !!password && /^\/[^/]+\/?$/.test(pathname);
}
const PROXY_WORDS = ['loopback', 'linklocal', 'uniquelocal'];
/** Checks TRUST_PROXY here; the HTTP server would refuse a wrong value only when it starts. */
const isProxyList = (value: string) =>
  /^(true|false|\d+)$/.test(value) ||
  value.split(',').every((part) => {
    const [address = '', bits, ...more] = part.trim().split('/');
    if (bits === undefined) return PROXY_WORDS.includes(address) || isIP(address) > 0;
    return (
      more.length === 0 && /^\d+$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128) && isIP(address) > 0
    );
  });
/** Checks DNS_SERVERS here; Node would refuse a wrong value only at the first lookup. */
function isResolverList(value: string): boolean {
  try {
    new Resolver().setServers(value.split(','));
    return true;
  } catch {
    return false;
  }
}
/** Checks OUTBOUND_ALLOW, so that the outbound guard never starts with fewer rules than the operator wrote. */
const isAllowList = (value: string) =>
  value.split(',').every((part) => {
    const [, network = '', port = '1'] = /^(.+\/\d+)(?::(\d+))?$/.exec(part.trim()) ?? [];
    const isNetwork = ipaddr.IPv4.isValidCIDRFourPartDecimal(network) || ipaddr.IPv6.isValidCIDR(network);
    return isNetwork && Number(port) >= 1 && Number(port) <= 65535;
  });
const ROLE_RULE = /^.+=(viewer|marketer|admin|owner)(@\d{1,9})?$/;
const POSTGRES = [/^postgres(ql)?:$/, 'postgresql://user:password@host:5432/database'] as const;

/**
 * Every variable that the service reads, with its meaning. A test compares them with README and `.env.example`. An empty
 * value means unset.
 */
export const environment = z.object({
  DATABASE_URL: url('PostgreSQL 15 or newer; unset: `npm start` runs its own in DATA_DIR', ...POSTGRES),
  DATABASE_DIRECT_URL: url(
    'Behind PgBouncer in transaction mode: the address of PostgreSQL itself, for migrations and the queue',
    ...POSTGRES,
  ).optional(),
  DATABASE_POOL: whole(2, 500).default(16).describe('Connections a process may open'),
  REDIS_URL: url('The queue on Redis; unset: the queue on PostgreSQL', /^rediss?:$/, 'redis://host:6379').optional(),
  REDIS_CLUSTER: z
    .string()
    .regex(/^(rediss?:\/\/([^\s,:@/]*:[^\s,:@/]*@)?)?[^\s,:@/]+:\d+(,[^\s,:@/]+:\d+)*$/, {
      error: 'must be a list like host:6379,host:6380 or rediss://user:password@host:6379,host:6380',
    })
    .optional()
    .describe('Nodes of a Redis Cluster, instead of REDIS_URL; rediss:// and the login before the first count for all'),
  REDIS_PREFIX: z
    .string()
    .regex(/^[\w-]+$/, { error: 'must be letters, digits, - and _' })
    .default('dundun')
    .describe('Start of every key in Redis, for several installations on one server'),
  API_PORT: port('Where the API listens', 3000),
  CONSOLE_PORT: port('Where the console listens', 3001),
  HOST: z.string().default('127.0.0.1').describe('Address the API and the console bind to'),
  WORKER_PORT: optionalPort('Where a worker answers /health and /metrics; unset: it does not listen'),
  PUBLIC_URL: url('Base of links in messages', /^https?:$/, 'https://send.example.com').optional(),
  CONSOLE_URL: url('Base of the console', /^https?:$/, 'https://console.example.com').optional(),
  SECRET_KEY: key().describe('Seals credentials and signs links; embedded mode makes one in DATA_DIR'),
  SECRET_KEY_PREVIOUS: key().optional().describe('The key before the last rotation: still opens, never seals'),
  SMTP_URL: z
    .string()
    .refine((value) => value === 'inbox:' || isSmtp(value), {
      error: 'must look like smtp://user:password@host:587 or inbox:',
    })
    .optional()
    .describe("The service's own email provider; `inbox:` keeps every mail for the console to show"),
  DNS_SERVERS: z
    .string()
    .refine(isResolverList, { error: 'must be a list like 127.0.0.1:5353,9.9.9.9' })
    .optional()
    .describe('Resolvers for domain checks; default: those of the system'),
  OUTBOUND_ALLOW: z
    .string()
    .refine(isAllowList, { error: 'must be a list like 10.0.0.0/8:443' })
    .optional()
    .describe('Private ranges (CIDR, optional port) that addresses entered by users may reach; default: none'),
  SCANNER_NETWORKS_FILE: z
    .string()
    .optional()
    .describe(
      'File of networks (CIDR, one per line, # begins a comment) whose opens and clicks are a machine’s; default: none',
    ),
  INBOUND_SMTP_PORT: optionalPort('The worker listens there for bounces and DMARC reports; unset: it does not'),
  SUBMISSION_PORT: optionalPort('The API takes mail there by SMTP, with an API key as login; unset: it does not'),
  SUBMISSION_TLS_CERT: z.string().optional().describe('With SUBMISSION_PORT: file of its certificate chain, as PEM'),
  SUBMISSION_TLS_KEY: z.string().optional().describe('With SUBMISSION_PORT: file of its private key, as PEM'),
  IMAGES_BUCKET: z
    .string()
    .refine(isBucket, { error: 'must look like https://key:secret@host/bucket?region=eu-central-1' })
    .optional()
    .describe(
      'Bucket of S3 or a server that speaks its protocol, for the images of templates; unset: PostgreSQL keeps them',
    ),
  OIDC_ISSUER: url(
    'Identity provider for single sign-on (OpenID Connect); unset: none',
    /^https?:$/,
    'https://id.example.com',
  )
    .refine((value) => /^https:|^http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]?/.test(value), {
      error: 'must begin with https://',
    })
    .optional(),
  OIDC_CLIENT_ID: z.string().optional().describe('With OIDC_ISSUER: the client id of Dundun there'),
  OIDC_CLIENT_SECRET: z.string().optional().describe('Its secret; unset for a public client'),
  OIDC_NAME: z
    .string()
    .max(40, 'must be at most 40 characters')
    .default('single sign-on')
    .describe('Name of the provider on the login page'),
  OIDC_SCOPES: z
    .string()
    .regex(/(^| )openid( |$)/, { error: 'must contain openid' })
    .default('openid email profile')
    .describe('What Dundun asks the provider for'),
  OIDC_ROLE_CLAIM: z
    .string()
    .default('groups')
    .describe('Claim with the groups of a person, or a path such as realm_access.roles'),
  OIDC_ROLES: z
    .string()
    .refine((value) => value.split(',').every((part) => ROLE_RULE.test(part.trim())), {
      error: 'must be a list like dundun-admins=admin,marketing=marketer@2',
    })
    .optional()
    .describe('Roles by group, in the first workspace or in that after @; the highest counts'),
  OIDC_DEFAULT_ROLE: oneOf(['viewer', 'marketer', 'admin'])
    .optional()
    .describe('Role in the first workspace of people without group or invitation; unset: they are refused'),
  OIDC_TRUST_EMAIL: flag('Accept addresses that the provider does not call verified, such as those of Microsoft Entra'),
  OIDC_ONLY: flag('No sign-in by password'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,255}$/, { error: 'must be 16 to 255 visible ASCII characters' })
    .optional()
    .describe('Required for /metrics and /health/ready, as bearer token or password; unset: both are open'),
  CONNECTIONS_PER_ADDRESS: whole(1, 1_000_000)
    .default(1_000)
    .describe('Open connections of one address to an API process, without those that presented a secret'),
  SHUTDOWN_DELAY: whole(0, 300)
    .default(0)
    .describe('Seconds that an API told to stop still serves while it is not ready, for balancers to notice'),
  API_WORKERS: whole(1, 64).default(1).describe('API processes that share API_PORT'),
  WORKER_CONCURRENCY: whole(1, 1_000)
    .default(50)
    .describe('Network calls a worker has in flight for each provider account and lane'),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Least level that is logged'),
  TRUST_PROXY: z
    .string()
    .refine(isProxyList, { error: 'must be true, false, a number of hops or a list like 10.0.0.0/8,::1' })
    .optional()
    .describe('Proxies whose X-Forwarded-For counts: true, a number of hops or a CIDR list'),
  MESSAGES_DAYS: whole(30, 36_500)
    .optional()
    .describe('Days after which messages, their attempts and captured copies are deleted; unset: never'),
  DATA_DIR: z.string().default('.data').describe('Where embedded mode keeps its data'),
  EMBEDDED: flag('Set by `npm start` when it runs its own PostgreSQL'),
  BOOTSTRAP_API_KEY: short()
    .regex(/^[^:]*$/, { error: 'must not contain a colon' })
    .optional()
    .describe('On an empty database: API key of the first workspace'),
  BOOTSTRAP_API_SECRET: short().optional().describe('Its secret'),
  BOOTSTRAP_BROWSER_KEY: short()
    .regex(/^[^:]*$/, { error: 'must not contain a colon' })
    .optional()
    .describe('Its key of the kind browser, for web pages'),
  BOOTSTRAP_EMAIL: z.email({ error: 'must be an email address' }).optional().describe('Login of its owner'),
  BOOTSTRAP_PASSWORD: z
    .string()
    .min(8, { error: 'must have at least 8 characters' })
    .optional()
    .describe("The owner's password"),
  BOOTSTRAP_DOMAIN: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, { error: 'must be a domain name' })
    .optional()
    .describe('Its connected sending domain'),
  BOOTSTRAP_PLAN: oneOf(['free', 'unlimited'])
    .default('unlimited')
    .describe('`free` has the limit of 100 emails a day'),
});

export type Environment = z.infer<typeof environment>;
