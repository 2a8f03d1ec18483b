import { Dundun, type Options } from './client.js';

/** Starts a client. Never throws; without key and base URL the client does nothing. */
export function init(options: Options): Dundun {
  const { key, baseUrl } = options ?? {};
  if (key && typeof key === 'string' && typeof baseUrl === 'string') return new Dundun(options);
  console.error('Dundun needs key and baseUrl.');
  return new Dundun({ key: '', baseUrl: '', consent: 'denied', limit: 0 });
}

export type { Consent, Dundun, Options, Properties, Scalar } from './client.js';
export type { Storage } from './storage.js';
