import { init, type Dundun, type Options, type Storage } from './index.js';
import { here, type Surroundings } from './surroundings.js';

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  keepalive: boolean;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into bodies of every shape
  body: any;
}

/** The answer of the service; an error simulates the network. */
export type Answering = (sent: Sent, number: number) => Response | Error | Promise<Response | Error>;

export const taken = (): Response => Response.json({ status: 'ok' }, { headers: { 'Request-Id': 'req_1' } });
export const refusal = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  Response.json({ error: code }, { status, headers: { 'Request-Id': 'req_1', 'Dundun-Error': code, ...headers } });

/** The localStorage of one origin, shared by its tabs. */
export class FakeStorage {
  [key: string]: unknown;
  static of(entries: Record<string, string> = {}): FakeStorage {
    return Object.assign(new FakeStorage(), entries);
  }
  getItem(key: string): string | null {
    return (this[key] as string | undefined) ?? null;
  }
  setItem(key: string, value: string): void {
    this[key] = value;
  }
  removeItem(key: string): void {
    delete this[key];
  }
}

/** An asynchronous storage as in React Native, which returns copies. */
export function anAsyncStorage(): Storage & { entries: Map<string, string> } {
  const entries = new Map<string, string>();
  const later = <T>(work: () => T) => new Promise<T>((resolve) => setTimeout(() => resolve(work()), 1));
  return {
    entries,
    getItem: (key) => later(() => entries.get(key) ?? null),
    setItem: (key, value) => later(() => void entries.set(key, value)),
    removeItem: (key) => later(() => void entries.delete(key)),
    getAllKeys: () => later(() => [...entries.keys()]),
  };
}

/** The browser's locks, without names. */
export function someLocks(): NonNullable<NonNullable<Surroundings['navigator']>['locks']> {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: (_name, work) => {
      const next = last.then(work);
      last = next.catch(() => {});
      return next;
    },
  };
}

/** Creates a page with a network whose answers the test defines. */
export function aPage(answering: Answering = taken, has: Partial<Surroundings> = {}) {
  const sent: Sent[] = [];
  const listeners = new Map<string, Set<() => void>>();
  const fetch = async (
    url: string,
    init: { method: string; body: string; headers: Record<string, string>; keepalive: boolean },
  ) => {
    const { method, headers, keepalive } = init;
    const call: Sent = { method, path: new URL(url).pathname, headers, keepalive, body: JSON.parse(init.body) };
    sent.push(call);
    const answer = await answering(call, sent.length);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const page = {
    addEventListener: (name: string, listener: () => void) => {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener));
    },
    ...has,
    fetch,
  };
  const names = ['addEventListener', 'localStorage', 'navigator', 'document', 'location', 'fetch'];
  const before = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const name of names) Reflect.deleteProperty(globalThis, name);
  Object.assign(here, page);
  const errors: Error[] = [];
  const opened: Dundun[] = [];
  return {
    sent,
    errors,
    open: (options: Partial<Options> = {}): Dundun => {
      const onError = (error: Error) => void errors.push(error);
      const client = init({ key: 'dk_test', baseUrl: 'https://dundun.test', onError, ...options });
      opened.push(client);
      return client;
    },
    happens: (name: string) => listeners.get(name)?.forEach((listener) => listener()),
    /** Closes the page: its clients stop working. */
    leave: () => {
      for (const client of opened) client.setConsent('pending');
      for (const [name, property] of before) {
        Reflect.deleteProperty(globalThis, name);
        if (property) Object.defineProperty(globalThis, name, property);
      }
    },
  };
}
