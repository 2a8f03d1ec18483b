import type { Provider } from '@nestjs/common';
import { ForbiddenAddressError, isWebUrl, UnavailableError, urlOf } from '@dundun/domain';
import { lookup } from 'node:dns/promises';
import { isIP, isIPv6 } from 'node:net';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { allowRules, type AllowRule, isAllowed, isPublic } from './outbound-address.js';
import { type CheckedUrl, type PinnedAnswer, type PinnedRequest, requestPinned } from './pinned-request.js';

/** All addresses of a name. @throws Error with a code such as ENOTFOUND */
export type AddressLookup = (name: string) => Promise<string[]>;

const systemLookup: AddressLookup = async (name) =>
  (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address);
const NO_SUCH_NAME = ['ENOTFOUND', 'ENODATA'];
const WEB_PORTS = [80, 443];

/** Keeps what users enter from reaching anything but the public internet and what `OUTBOUND_ALLOW` lists. */
export class OutboundGuard {
  private readonly rules: readonly AllowRule[];
  private readonly asked = new Map<string, Promise<string[]>>();

  /** @param lookupAll asked once by all who need a name at the same time; the system's resolver when absent */
  constructor(
    { OUTBOUND_ALLOW }: Pick<Config, 'OUTBOUND_ALLOW'>,
    private readonly lookupAll: AddressLookup = systemLookup,
  ) {
    this.rules = allowRules(OUTBOUND_ALLOW);
  }

  /**
   * The one IP address to connect to for a host. Names are resolved once, and every one of their addresses has to be allowed.
   * @throws ForbiddenAddressError
   * @throws Error of the resolver, with its code, for a name that it does not answer
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
   * Checks an address on the web that a user entered: http or https, no credentials, no fragment, a public host, port 80
   * or 443 unless the operator's list has another one.
   * @throws ForbiddenAddressError or, when the resolver is away, UnavailableError
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
   * One call of a web address: checked, resolved once, and connected to that very IP address under its name. Follows no
   * redirect and reads 64 KB at most.
   * @throws ForbiddenAddressError
   * @throws Error of the network or the resolver, with its code; ETIMEDOUT after `timeoutMs` for everything together
   */
  async fetchPinned(text: string, request: PinnedRequest & { https?: boolean } = {}): Promise<PinnedAnswer> {
    return requestPinned(() => this.check(text, request), request);
  }

  /** A name whose servers hang keeps one thread of the few that the process has for such work, however many wait for it. */
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

/** Puts the guard of this process into a module. */
export const outboundGuard: Provider = {
  provide: OutboundGuard,
  inject: [CONFIG],
  useFactory: (config: Config) => new OutboundGuard(config),
};

/** A host as the URL parser reads it, which knows every spelling of an IP address; IPv6 without brackets. */
function hostOf(host: string): string {
  const bare = isIPv6(host) ? `[${host}]` : host;
  const text = `http://${bare}/`;
  const isHost = /^(\[[^\]]*\]|[^\s/\\?#@:[\]]+)$/.test(bare) && !/[\p{Cc}\p{Cs}]/u.test(bare);
  const url = isHost ? urlOf(text) : null;
  if (!url) throw new ForbiddenAddressError('it is not a host');
  return url.hostname.replace(/^\[|\]$/g, '');
}
