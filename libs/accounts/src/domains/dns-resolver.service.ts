import { Resolver } from 'node:dns/promises';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, EnvironmentError, type Config } from '@dundun/platform/config';

/** The name servers did not answer or refused; the message says why. */
export class NoDnsAnswerError extends Error {}

/** The DNS lookups of a check. A missing name or type yields an empty list; every lookup can reject with NoDnsAnswerError. */
export interface Dns {
  /** One text per record, its strings joined. */
  txt(name: string): Promise<string[]>;
  cname(name: string): Promise<string[]>;
  /** By priority, lowest first. */
  mx(name: string): Promise<{ priority: number; exchange: string }[]>;
  /** IPv4 and IPv6. */
  addresses(name: string): Promise<string[]>;
}

const TIMEOUT_MS = 2_000;
const TRIES = 2;
const REASONS: Record<string, string> = {
  ETIMEOUT: 'timeout',
  ECONNREFUSED: 'connection refused',
};
const MOST_TEXTS = 20;
const LONGEST_TEXT = 2_000;
/** Includes EBADNAME: a doubled name can be too long to exist. */
const NOTHING = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** Resolves through `DNS_SERVERS`, else through the system's resolvers. */
@Injectable()
export class DnsResolver implements Dns {
  private readonly resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });

  constructor(@Inject(CONFIG) { DNS_SERVERS: servers }: Pick<Config, 'DNS_SERVERS'>) {
    if (servers === undefined) return;
    try {
      this.resolver.setServers(servers.split(','));
    } catch {
      throw new EnvironmentError(['DNS_SERVERS must be addresses, not names, such as 127.0.0.1:5353,9.9.9.9']);
    }
  }

  async txt(name: string): Promise<string[]> {
    const found = await answer(this.resolver.resolveTxt(name));
    return found.slice(0, MOST_TEXTS).map((strings) => readable(strings.join('')));
  }

  async cname(name: string): Promise<string[]> {
    return (await answer(this.resolver.resolveCname(name))).map(bare);
  }

  async mx(name: string): Promise<{ priority: number; exchange: string }[]> {
    const found = await answer(this.resolver.resolveMx(name));
    return found
      .map(({ priority, exchange }) => ({ priority, exchange: bare(exchange) }))
      .sort((one, other) => one.priority - other.priority);
  }

  async addresses(name: string): Promise<string[]> {
    const both = await Promise.all([answer(this.resolver.resolve4(name)), answer(this.resolver.resolve6(name))]);
    return both.flat();
  }
}

async function answer<T>(question: Promise<T[]>): Promise<T[]> {
  try {
    return await question;
  } catch (error) {
    const { code = 'EUNKNOWN' } = error as NodeJS.ErrnoException;
    if (NOTHING.has(code)) return [];
    throw new NoDnsAnswerError(REASONS[code] ?? code.replace(/^E/, ''), { cause: error });
  }
}

/** Decodes and sanitizes a text record, which is untrusted, for storage and display. */
const readable = (bytes: string): string =>
  Buffer.from(bytes, 'latin1')
    .toString('utf8')
    // eslint-disable-next-line no-control-regex -- control characters are what it takes out
    .replace(/[\x00-\x1f\x7f]/g, '\ufffd')
    .slice(0, LONGEST_TEXT);

const bare = (name: string): string => name.toLowerCase().replace(/\.$/, '');
