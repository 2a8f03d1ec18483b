import { createSender, type Call, type Refusal } from './calls.js';
import { Queue } from './queue.js';
import { attempt, isLater, pageStorage, type Storage } from './storage.js';
import { here } from './surroundings.js';
import { newId, utf8Length } from './text.js';

export type Consent = 'granted' | 'denied' | 'pending';
export type Scalar = string | number | boolean;
export type Properties = Record<string, unknown>;

export interface Options {
  /** A key of the kind `browser`; in an app `public` works too. Never the secret: every visitor can read it. */
  key: string;
  /** The base URL of the API, such as `https://dundun.example.com`. */
  baseUrl: string;
  /** Where waiting events are stored; localStorage by default. Pass `AsyncStorage` in React Native. */
  storage?: Storage;
  /** `granted` by default. While it is `pending`, nothing is sent and nothing is stored. */
  consent?: Consent;
  /** How many calls are kept while they cannot be sent; 1,000 by default. The oldest are dropped. */
  limit?: number;
  /**
   * Merges an unknown visitor into the user named by `identify`. For apps with a key of the kind `public`; it has no
   * effect on web pages, from which the service accepts no merges.
   */
  merge?: boolean;
  /** Called for refusals and mistakes in calls; nothing is thrown into the page. */
  onError?(error: Error): void;
}

/** The fields of a user; all other traits are custom attributes. */
const FIELDS = /^(first_name|last_name|email|number|created_at|tz|device_token|device_platform)$/;

const SIGNATURE = /^[0-9a-f]{64}$/i;
const LARGEST_BYTES = 100_000;

/** Sends what people do on a page or in an app. No method throws. */
export class Dundun {
  private readonly storage: Storage;
  private readonly queue: Queue;
  private readonly prefix: string;
  private readonly limit: number;
  private consent: Consent = 'pending';
  /** Consent is given, and the visitor's id has been read. */
  private isOpen = false;
  /** Calls made before that. */
  private held: (() => void)[] = [];
  private anonymous = '';
  private uid: string | undefined;
  private signature: string | undefined;
  private saved: unknown;

  constructor(private readonly options: Options) {
    const { key, baseUrl, storage = pageStorage, limit = 1_000 } = options;
    this.prefix = `dundun.${key}.`;
    this.storage = storage;
    this.limit = limit;
    this.queue = new Queue({
      storage,
      prefix: this.prefix,
      limit,
      send: createSender(baseUrl, key),
      refused: (refusal, call) => this.tell(refusalOf(refusal, call)),
    });
    this.listen();
    this.setConsent(options.consent ?? 'granted');
  }

  /**
   * Assigns all further events to this user.
   * @param signature of the uid by your server: `signIdentity` of `@dundun/node`. One that was given for this user before is kept.
   */
  identify(uid: string, traits: Properties = {}, signature?: string): void {
    this.safely(() => {
      if (!isUid(uid)) throw new TypeError('uid must be a string.');
      if (signature !== undefined && !SIGNATURE.test(signature))
        throw new TypeError('signature must be 64 hex digits.');
      const body = jsonOf(fieldsOf(traits));
      this.whenOpen(() => {
        const before = this.id();
        if (signature || before !== uid) this.signature = signature;
        const identity = this.signature;
        this.uid = uid;
        this.save();
        if (body !== '{}') this.queue.add({ method: 'PUT', path: userPath(uid), body, identity });
        // A user who was known before keeps their own events.
        if (!this.options.merge || here.document || before !== this.anonymous) return;
        const merge = JSON.stringify({ source: before, destination: uid });
        this.queue.add({ method: 'POST', path: '/v1/users/merge', body: merge, key: newId(), identity });
      });
    });
  }

  /**
   * Tracks an event: `track('Signed up')`, `track('Rated', 5)`, `track('Order placed', { sku: 'A-1', price: 49.9 })`.
   */
  track(event: string, given?: Scalar | Properties): void {
    this.safely(() => {
      const more = typeof given === 'object' ? { properties: given } : { value: given };
      const timestamp = new Date().toISOString();
      const body = jsonOf({ event, ...more, timestamp, event_id: newId() });
      this.whenOpen(() => {
        const path = `${userPath(this.id() as string)}/events`;
        this.queue.add({ method: 'POST', path, body, identity: this.signature });
      });
    });
  }

  /** Tracks the current page, without the query of its address and referrer, which may contain private data. */
  page(properties: Properties = {}): void {
    const { document, location } = here;
    const url = location && location.origin + location.pathname;
    const referrer = document?.referrer?.split(/[?#]/)[0];
    this.track('Page viewed', { url, title: document?.title, referrer, ...properties });
  }

  /** Signs the user out: further events belong to a new, unknown visitor. */
  reset(): void {
    this.whenOpen(() => {
      this.uid = this.signature = undefined;
      this.anonymous = newVisitor();
      this.save();
    });
  }

  /** `granted` sends what was held back; `denied` drops it and removes all stored data. */
  setConsent(consent: Consent): void {
    this.safely(() => {
      if (consent === this.consent) return;
      this.consent = consent;
      if (consent === 'granted') return this.open();
      this.isOpen = false;
      this.queue.stop();
      if (consent === 'denied') this.forget();
    });
  }

  /** Sends the waiting events now, if possible. */
  flush(): Promise<void> {
    return this.isOpen ? this.queue.flush() : Promise.resolve();
  }

  /** Returns the owner of the events: the uid of `identify`, or a generated id before it. Undefined without consent. */
  id(): string | undefined {
    if (!this.isOpen) return undefined;
    // Another tab may have identified or signed out a user.
    const stored = attempt(() => this.storage.getItem(`${this.prefix}id`), null);
    if (!isLater(stored)) this.know(stored);
    return this.uid ?? this.anonymous;
  }

  private open(): void {
    const stored = attempt(() => this.storage.getItem(`${this.prefix}id`), null);
    const opened = (found: string | null) => {
      if (this.consent !== 'granted') return;
      this.know(found);
      this.isOpen = true;
      if (!this.anonymous) {
        this.anonymous = newVisitor();
        this.save();
      }
      for (const call of this.held.splice(0)) this.safely(call);
      this.queue.start();
    };
    if (isLater(stored)) void stored.then(opened);
    else opened(stored);
  }

  private know(stored: string | null): void {
    const [, anonymous, signature, uid] = /^(anonymous-\w+)(?:\.(\w+))? (.*)$/s.exec(stored ?? '') ?? [];
    if (!anonymous) return;
    this.anonymous = anonymous;
    this.uid = isUid(uid) ? uid : undefined;
    this.signature = this.uid && signature;
  }

  private save(): void {
    const text = `${this.anonymous}${this.signature ? `.${this.signature}` : ''} ${this.uid ?? ''}`;
    this.saved = attempt(() => this.storage.setItem(`${this.prefix}id`, text), undefined);
  }

  private forget(): void {
    this.held = [];
    this.anonymous = '';
    this.uid = this.signature = undefined;
    this.queue.clear();
    this.removeAll();
    // Calls in flight may still write to the storage.
    void Promise.all([this.saved, this.queue.settled()]).then(() => {
      if (this.consent === 'denied') this.removeAll();
    });
  }

  private removeAll(): void {
    const remove = (keys: readonly string[]) => {
      for (const key of keys)
        if (key.startsWith(this.prefix)) void attempt(() => this.storage.removeItem(key), undefined);
    };
    const keys = attempt(() => this.storage.getAllKeys(), []);
    if (isLater(keys)) void keys.then(remove);
    else remove(keys);
  }

  private whenOpen(call: () => void): void {
    if (this.consent === 'denied') return;
    if (this.isOpen) this.safely(call);
    else if (this.held.length < this.limit) this.held.push(call);
  }

  private listen(): void {
    const back = () => {
      if (this.isOpen) this.queue.retry();
    };
    const gone = () => {
      if (this.isOpen) this.queue.hurry();
    };
    here.addEventListener?.('online', back);
    here.addEventListener?.('pageshow', back);
    here.addEventListener?.('pagehide', gone);
    // On a phone this is often the last event a page receives.
    here.addEventListener?.('visibilitychange', () => (here.document?.visibilityState === 'hidden' ? gone() : back()));
  }

  private safely(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.tell(error as Error);
    }
  }

  private tell(error: Error): void {
    try {
      this.options.onError?.(error);
    } catch {
      // an error in the application's listener
    }
  }
}

const newVisitor = () => `anonymous-${newId()}`;
/** A dot or two would change the path of a call. */
const isUid = (uid: unknown) => typeof uid === 'string' && uid !== '' && !/^\.\.?$/.test(uid);
const userPath = (uid: string) => `/v1/users/${encodeURIComponent(uid)}`;

/** @throws for what the service would refuse */
function jsonOf(value: Properties): string {
  const json = JSON.stringify(value);
  if (utf8Length(json) > LARGEST_BYTES) throw new RangeError(`A call is larger than ${LARGEST_BYTES} bytes.`);
  return json;
}

function fieldsOf(traits: Properties): Properties {
  const fields: Properties = {};
  const meta: Properties = {};
  for (const [name, value] of Object.entries(traits)) (FIELDS.test(name) ? fields : meta)[name] = value;
  return Object.keys(meta).length > 0 ? { ...fields, meta } : fields;
}

const refusalOf = ({ status, code }: Refusal, { method, path }: Call) =>
  Object.assign(new Error(`Dundun refused ${method} ${path}: ${code}`), { status, code });
