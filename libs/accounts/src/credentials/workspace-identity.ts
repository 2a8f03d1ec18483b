import { createHmac, timingSafeEqual } from 'node:crypto';
import { IdentityNeededError, UnavailableError, WrongIdentityError, type Meta } from '@dundun/domain';

/** What a workspace has decided about calls with the key alone, and the secrets for it. */
export interface IdentityFacts {
  /** Whether such a call is held to what others cannot suffer from. */
  isStrict: boolean;
  /** Whether a call about a user must be signed. */
  isRequired: boolean;
  /** Valid secrets for signatures, the newest first. */
  secrets: string[];
  /** Null if it cannot be opened. */
  handleKey: string | null;
  /** Attributes that only a call with the secret sets. */
  closedAttributes: readonly string[];
}

const SIGNATURE = /^[0-9a-f]{64}$/i;
/** How `@dundun/browser` names a visitor whom nobody has identified, with a random id that only the browser knows. */
const VISITOR = /^anonymous-/;
/** The first handle of a number that leads to no other person is used; a second is needed only if the number moved. */
const HANDLES = 4;

/** Proves identities and derives handles for one workspace. */
export class WorkspaceIdentity {
  private readonly closed: ReadonlySet<string>;

  constructor(private readonly facts: IdentityFacts) {
    this.closed = new Set(facts.closedAttributes);
  }

  get isStrict(): boolean {
    return this.facts.isStrict;
  }

  /**
   * Checks a call with the key alone about the user with this uid.
   * @param signature the header Dundun-Identity
   * @returns whether the call may act for the user: the identity is signed, or the workspace leaves public keys open
   * @throws WrongIdentityError, IdentityNeededError
   */
  prove(uid: string, signature: string | undefined): boolean {
    if (signature !== undefined) {
      this.check(uid, signature);
      return true;
    }
    if (this.facts.isRequired && !VISITOR.test(uid)) throw new IdentityNeededError();
    return !this.isStrict;
  }

  /**
   * Returns the uids that stand for a number, in order: the same for a known and an unknown number, and no stored uid unless
   * the person was created by such a call. Nobody can derive them without the workspace's key.
   * @throws UnavailableError without that key
   */
  handlesOf(number: string): string[] {
    const { handleKey } = this.facts;
    if (handleKey === null) throw new UnavailableError();
    return Array.from({ length: HANDLES }, (_, place) => handle(handleKey, `${place} ${number}`));
  }

  /** Splits attributes into those that a call with the key alone may set, and the names of the others. */
  openOf(meta: Meta | undefined): { meta: Meta | undefined; closed: string[] } {
    const closed = Object.keys(meta ?? {}).filter((name) => this.closed.has(name));
    if (!meta || closed.length === 0) return { meta, closed };
    return { meta: Object.fromEntries(Object.entries(meta).filter(([name]) => !this.closed.has(name))), closed };
  }

  private check(uid: string, signature: string): void {
    if (!SIGNATURE.test(signature)) throw new WrongIdentityError('malformed');
    const given = Buffer.from(signature, 'hex');
    const isRight = (secret: string) => timingSafeEqual(given, createHmac('sha256', secret).update(uid).digest());
    if (!this.facts.secrets.some(isRight)) throw new WrongIdentityError('unsigned');
  }
}

/** Returns the sentence about attributes that were ignored, if any. */
export const closedNotice = (closed: string[]): string[] =>
  closed.length > 0 ? [`only a call with the API secret sets these attributes, ignored: ${closed.join(', ')}`] : [];

/** A UUID of version 8: of the shape of generated uids, and derived. */
function handle(key: string, text: string): string {
  const bytes = createHmac('sha256', key).update(text).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
