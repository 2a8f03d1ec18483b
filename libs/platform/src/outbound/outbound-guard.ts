import type { Provider } from '@nestjs/common';
import { ForbiddenAddressError, isWebUrl, UnavailableError, urlOf } from '@dundun/domain';
import { lookup } from 'node:dns/promises';
import { isIP, isIPv6 } from 'node:net';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { allowRules, type AllowRule, isAllowed, isPublic } from './outbound-address.js';
import { type CheckedUrl, type PinnedAnswer, type PinnedRequest, requestPinned } from './pinned-request.js';

/** Returns all addresses of a name. @throws Error with a code such as ENOTFOUND */
export type AddressLookup = (name: string) => Promise<string[]>;

const systemLookup: AddressLookup = async (name) =>
  (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address);
const NO_SUCH_NAME = ['ENOTFOUND', 'ENODATA'];
const WEB_PORTS = [80, 443];

/** Restricts URLs and hosts that users enter to the public internet and the ranges in `OUTBOUND_ALLOW`. */
export class OutboundGuard {
  private readonly rules: readonly AllowRule[];
  private readonly asked = new Map<string, Promise<string[]>>();

  /** @param lookupAll replaces the system's resolver; simultaneous lookups of a name share one call */
  constructor(
    { OUTBOUND_ALLOW }: Pick<Config, 'OUTBOUND_ALLOW'>,
    private readonly lookupAll: AddressLookup = systemLookup,
  ) {
    this.rules = allowRules(OUTBOUND_ALLOW);
  }

  /**
   * Returns the one IP address to connect to for a host. A name is resolved once, and all its addresses must be allowed.
   * @throws ForbiddenAddressError
   * @throws Error of the resolver, with its code, when the name has no address
   */
  async resolve(host: string, port: number): Promise<string> {
    const name = hostOf(host);
    const addresses = isIP(name) ? [name] : await this.addressesOf(name);
    const [first] = addresses;
    if (first === undefined) throw Object.assign(new Error(`${name} has no address`), { code: 'ENODATA' });
    if (!addresses.every((each) => isPublic(each) || isAllowed(each, port, this.rules))) {
      throw new ForbiddenAddressError('it does not lead to the public internet');
    }
    return first;
  }

  /**
   * Checks a URL that a user entered: http or https, no credentials, no fragment, a public host, and port 80 or 443 unless the
   * operator's list allows another one.
   * @throws ForbiddenAddressError; UnavailableError when the resolver is unreachable
   */
  async checkUrl(text: string, options: { https?: boolean } = {}): Promise<CheckedUrl> {
    try {
      return await this.check(text, options);
    } catch (error) {
      if (error instanceof ForbiddenAddressError) throw error;
      const isUnknown = NO_SUCH_NAME.includes(String((error as { code?: unknown }).code));
      throw isUnknown ? new ForbiddenAddressError('there is no such host') : new UnavailableError();
    }
  }

  /**
   * Calls a URL: checks it, resolves it once, and connects to that IP address under its name. Follows no redirect and reads at
   * most 64 KB, or `mostBytes`.
   * @throws ForbiddenAddressError
   * @throws Error of the network or the resolver, with its code; ETIMEDOUT after `timeoutMs` in total
   */
  async fetchPinned(text: string, request: PinnedRequest & { https?: boolean } = {}): Promise<PinnedAnswer> {
    return requestPinned(() => this.check(text, request), request);
  }

  /** Shares one lookup per name, so that a name whose servers hang occupies one of the few resolver threads, not all. */
  private addressesOf(name: string): Promise<string[]> {
    const asked = this.asked.get(name);
    if (asked) return asked;
    const asking = this.lookupAll(name).finally(() => this.asked.delete(name));
    this.asked.set(name, asking);
    return asking;
  }

  private async check(text: string, { https = false }: { https?: boolean }): Promise<CheckedUrl> {
    if (!isWebUrl(text)) throw new ForbiddenAddressError('it must be an address like https://example.com/path');
    const url = new URL(text);
    if (https && url.protocol !== 'https:') throw new ForbiddenAddressError('it must begin with https://');
    if (url.username || url.password) throw new ForbiddenAddressError('it must not contain a user name or password');
    if (text.includes('#')) throw new ForbiddenAddressError('it must not contain a fragment');
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
    const address = await this.resolve(url.hostname, port);
    if (!WEB_PORTS.includes(port) && !isAllowed(address, port, this.rules)) {
      throw new ForbiddenAddressError('its port must be 80 or 443');
    }
    return { url, address };
  }
}

/** Provides the guard of this process to a module. */
export const outboundGuard: Provider = {
  provide: OutboundGuard,
  inject: [CONFIG],
  useFactory: (config: Config) => new OutboundGuard(config),
};

/** Normalizes a host with the URL parser, which knows every spelling of an IP address. IPv6 has no brackets. */
function hostOf(host: string): string {
  const bare = isIPv6(host) ? `[${host}]` : host;
  const text = `http://${bare}/`;
  const isHost = /^(\[[^\]]*\]|[^\s/\\?#@:[\]]+)$/.test(bare) && !/[\p{Cc}\p{Cs}]/u.test(bare);
  const url = isHost ? urlOf(text) : null;
  if (!url) throw new ForbiddenAddressError('it is not a host');
  return url.hostname.replace(/^\[|\]$/g, '');
}
