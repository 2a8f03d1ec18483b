import { Inject, Injectable } from '@nestjs/common';
import { Seal } from '@dundun/platform/config';
import { Database } from '@dundun/platform/database';

/** The secrets of second factors. Every use of a code is one statement, so that of two at once one succeeds. */
@Injectable()
export class SecondFactorRepository {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Seal) private readonly seal: Seal,
  ) {}

  /** Stores the secret of an enrolment, which counts for nothing until it is confirmed. @returns false if there is a second factor */
  async offer(loginId: string, secret: string): Promise<boolean> {
    return (await this.database.execute(OFFER, [loginId, this.seal.seal(secret)])) === 1;
  }

  /** Confirms the enrolment with the step of its first code. @returns false if another call did */
  async confirm(loginId: string, sealed: string, step: number, recoveryHashes: Buffer[]): Promise<boolean> {
    return (await this.database.execute(CONFIRM, [loginId, sealed, step, recoveryHashes])) === 1;
  }

  /** Uses the code of a time step up. @returns false for a step that is not later than the last one */
  async useStep(loginId: string, step: number): Promise<boolean> {
    return (await this.database.execute(USE_STEP, [loginId, step])) === 1;
  }

  /** Uses a recovery code up. @returns false for an unknown or used one */
  async useRecovery(loginId: string, recoveryHash: Buffer): Promise<boolean> {
    return (await this.database.execute(USE_RECOVERY, [loginId, recoveryHash])) === 1;
  }

  async replaceRecovery(loginId: string, recoveryHashes: Buffer[]): Promise<void> {
    await this.database.execute('UPDATE logins SET recovery_hashes = $2 WHERE id = $1', [loginId, recoveryHashes]);
  }

  async remove(loginId: string): Promise<void> {
    await this.database.execute(REMOVE, [loginId]);
  }

  /** Seals all secrets again with the current key. @returns how many */
  reseal(): Promise<number> {
    return this.database.transaction(async () => {
      const rows = await this.database.query<{ id: string; sealed_totp: string }>(SEALED);
      for (const { id, sealed_totp: sealed } of rows)
        await this.database.execute(RESEAL, [id, this.seal.seal(this.seal.open(sealed))]);
      return rows.length;
    });
  }
}

const OFFER = 'UPDATE logins SET sealed_totp = $2, totp_step = NULL WHERE id = $1 AND totp_since IS NULL';
const CONFIRM = `
  UPDATE logins SET totp_since = now(), totp_step = $3, recovery_hashes = $4
  WHERE id = $1 AND totp_since IS NULL AND sealed_totp = $2`;
const USE_STEP = `
  UPDATE logins SET totp_step = $2 WHERE id = $1 AND totp_since IS NOT NULL AND coalesce(totp_step, 0) < $2`;
const USE_RECOVERY = `
  UPDATE logins SET recovery_hashes = array_remove(recovery_hashes, $2::bytea) WHERE id = $1 AND $2::bytea = ANY(recovery_hashes)`;
const REMOVE = `
  UPDATE logins SET sealed_totp = NULL, totp_since = NULL, totp_step = NULL, recovery_hashes = '{}' WHERE id = $1`;
const SEALED = 'SELECT id, sealed_totp FROM logins WHERE sealed_totp IS NOT NULL ORDER BY id FOR UPDATE';
const RESEAL = 'UPDATE logins SET sealed_totp = $2 WHERE id = $1';
