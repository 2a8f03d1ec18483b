import type { Batch } from './batch.js';
import type { JoinCommand, PersonFields } from './commands.js';
import { filled, newPerson, overwritten } from './person-fields.js';
import { keyValue, type ClaimedKey } from './person-keys.js';
import type { Person } from './person.entity.js';

/** Whom a join is about, and how that person will be afterwards. Nothing is changed yet. */
export interface Match {
  /** Undefined when nobody was known. */
  before: Person | undefined;
  after: Person;
  /** The keys that the person has afterwards. */
  keys: ClaimedKey[];
  notices: string[];
}

const NUMBER_TAKEN = 'number was not changed: it belongs to another person than the email';

/** The person of the email, else the person of the number, else somebody new. */
export function matchPerson(batch: Batch, { kind, workspaceId, fields }: JoinCommand): Match {
  const email = batch.claim(workspaceId, 'email', keyValue(fields, 'email'));
  const number = batch.claim(workspaceId, 'number', keyValue(fields, 'number'));
  const byEmail = batch.holder(email);
  const byNumber = batch.holder(number);
  const isTaken = byEmail !== undefined && byNumber !== undefined && byEmail.id !== byNumber.id;
  const before = byEmail ?? byNumber;
  const said: PersonFields = isTaken ? { ...fields, number: undefined } : fields;
  const after = before
    ? kind === 'join_by_key'
      ? filled(before, said)
      : overwritten(before, said)
    : overwritten(newPerson(workspaceId, newId(email, number), new Date()), said);
  const given = [email, isTaken ? undefined : number].filter((claim) => claim !== undefined);
  const keys = given.filter((claim) => keyValue(after, claim.kind) === claim.value);
  return { before, after, keys, notices: isTaken ? [NUMBER_TAKEN] : [] };
}

function newId(email: ClaimedKey | undefined, number: ClaimedKey | undefined): string {
  const claim = email ?? number;
  if (!claim) throw new Error('A join without email and number should have been refused by its validator.');
  return claim.proposedId;
}
