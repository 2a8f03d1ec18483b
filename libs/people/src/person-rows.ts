/** A person whose row and keys the open transaction has locked. */
export interface HeldPerson extends Record<string, unknown> {
  id: string;
  uid: string;
  uid_updateable: boolean;
  email: string | null;
  number: string | null;
}

/** One person takes the place of another. Both are locked; `from` is deleted by the contribution of this library. */
export interface PersonMerge {
  workspaceId: number;
  from: HeldPerson;
  to: HeldPerson;
  /** The call that asked for it, for the ledger of consents. */
  requestId: string | null;
}

/** A locked person is erased. */
export interface PersonErasure {
  workspaceId: number;
  person: HeldPerson;
  /** Of the person, as recipients and keys spell them. */
  addresses: string[];
}

/** Rows of a person who was merged away, which the job moves in chunks. */
export interface RowsToMove {
  workspaceId: number;
  from: string;
  to: string;
  /** How far a contribution has read whose moved rows stay where they are; null at the start of each sweep. One per job. */
  cursor: string | null;
  keepCursor(cursor: string): Promise<void>;
  /** Where contributions go on in their next chunk of this run, by name. A run after a crash starts with nothing. */
  places?: Map<string, string>;
}

/** Rows of an erased person, which the job erases in chunks. */
export interface RowsToErase {
  workspaceId: number;
  personId: string;
  /** Uids the person had. Another person may have one of them by now: only rows from before `before` are meant. */
  uids: string[];
  before: Date;
  /** As in RowsToMove. */
  places?: Map<string, string>;
}

/** Whose rows are exported. */
export interface PersonToExport {
  workspaceId: number;
  personId: string;
  /** The uid and all former ones. */
  uids: string[];
  addresses: string[];
}

/** Up to a few hundred rows of one table, with its own column names. */
export interface ExportedRows {
  table: string;
  rows: object[];
}

/**
 * When a contribution takes part in the transaction of a merge or erasure:
 * - `person`: the person's own rows. First, because the others look at what is left of the keys;
 * - `rows`: rows that name the person;
 * - `lists`: memberships, their counters and suppressions. Last, because deliveries wait for these locks.
 */
export const STAGES = ['person', 'rows', 'lists'] as const;
export type Stage = (typeof STAGES)[number];

/**
 * What one feature stores about people, and what becomes of it when a person is merged, erased or exported. Each feature
 * has one as a Nest provider, which registers itself. Every column of the database that names a person belongs to one:
 * a test compares the catalog with `columns` and `kept`.
 */
export abstract class PersonRows {
  /** Unique among the contributions; they run in its order within a stage. */
  abstract readonly name: string;
  readonly stage: Stage = 'rows';
  /** Whether a caller who proves nothing may move these rows from an anonymous person. */
  readonly movesUnproven: boolean = false;
  /** `table.column` of each column that names a person, is looked up by person, or holds text to or from a person. */
  abstract readonly columns: readonly string[];
  /** Columns that keep their value when the person is erased, each with the reason. */
  readonly kept: Readonly<Record<string, string>> = {};

  /** @param contributions of this process: `PersonContributions` */
  constructor(contributions: { add(rows: PersonRows): void }) {
    contributions.add(this);
  }

  /** Whether the person has nothing here that a caller with the key alone must not take. */
  isBlank(_workspaceId: number, _person: HeldPerson): Promise<boolean> {
    return Promise.resolve(true);
  }

  /** Moves the few rows that must be moved with the person, in the transaction of the merge. */
  merge(_merge: PersonMerge): Promise<void> {
    return Promise.resolve();
  }

  /** Moves a chunk of the rest, in a transaction of the job. Runs again until all return 0. @returns how many rows it moved */
  moveChunk(_rows: RowsToMove): Promise<number> {
    return Promise.resolve(0);
  }

  /** Erases the few rows that must go with the person, in the transaction of the erasure. */
  erase(_erasure: PersonErasure): Promise<void> {
    return Promise.resolve();
  }

  /** Erases a chunk of the rest, in a transaction of the job. Runs again until all return 0. @returns how many rows it erased */
  eraseChunk(_rows: RowsToErase): Promise<number> {
    return Promise.resolve(0);
  }

  /** Reads all rows of the person, a chunk at a time. */
  abstract export(person: PersonToExport): AsyncIterable<ExportedRows>;
}
