import { Inject, Injectable } from '@nestjs/common';
import { InvalidInputError, SecondFactorNeededError, TooManyCodesError, WrongCodeError } from '@dundun/domain';
import { Seal } from '@dundun/platform/config';
import { Database } from '@dundun/platform/database';
import { verifyPassword } from '../credentials/password-hash.js';
import type { LoginRow } from './logins.repository.js';
import { newTotpSecret, stepOf, totpUri } from './one-time-codes.js';
import { newRecoveryCodes, recoveryHash } from './recovery-codes.js';
import { SecondFactorRepository } from './second-factors.repository.js';
import { SignInCounters } from './sign-in-counters.repository.js';

/** Guesses of a code by somebody who knows the password: some 700 a day, of which each hits with a chance of 3 in a million. */
export const CODE_LIMIT = { burst: 10, seconds: 120 };

const codeFault = (message: string) => new InvalidInputError([{ field: 'code', message }]);

/** What somebody who is signed in gives to prove that it is still the same person: one of the two. */
export interface SecondLook {
  password?: string;
  code?: string;
}

/** The second factor of logins: an authenticator app, and recovery codes for the day it is lost. */
@Injectable()
export class SecondFactors {
  constructor(
    @Inject(SecondFactorRepository) private readonly factors: SecondFactorRepository,
    @Inject(SignInCounters) private readonly counters: SignInCounters,
    @Inject(Seal) private readonly seal: Seal,
    @Inject(Database) private readonly database: Database,
  ) {}

  /** Begins an enrolment; an earlier one that was not confirmed ends. @throws InvalidInputError if there is a second factor */
  async offer({ id, email }: LoginRow): Promise<{ secret: string; uri: string }> {
    const secret = newTotpSecret();
    if (!(await this.factors.offer(id, secret)))
      throw new InvalidInputError([{ field: 'two_factor', message: 'is on already' }]);
    return { secret, uri: totpUri(secret, email) };
  }

  /** Confirms the enrolment with a first code. @returns the recovery codes, which cannot be read again */
  async confirm({ id, sealed_totp: sealed, totp_since: since }: LoginRow, code: string): Promise<string[]> {
    if (sealed === null || since !== null) throw codeFault('belongs to no enrolment; begin again');
    const codes = newRecoveryCodes();
    await this.guess(id, async () => {
      const step = stepOf(this.seal.open(sealed), code);
      const isConfirmed = step !== null && (await this.factors.confirm(id, sealed, step, hashesOf(codes)));
      if (!isConfirmed) throw codeFault('is wrong; check the clock of your phone');
    });
    return codes;
  }

  /**
   * Checks the second step of a sign-in; a login without second factor passes.
   * @throws SecondFactorNeededError, WrongCodeError, TooManyCodesError
   */
  async check(login: LoginRow, code: string | undefined): Promise<void> {
    if (login.totp_since === null) return;
    if (code === undefined) throw new SecondFactorNeededError();
    await this.guess(login.id, async () => {
      if (!(await this.uses(login, code))) throw new WrongCodeError();
    });
  }

  /** Checks who acts for a signed-in person: by the password, or by a code, which is used up. @throws InvalidInputError, TooManyCodesError */
  async prove(login: LoginRow, { password, code }: SecondLook): Promise<void> {
    if (password === undefined && code === undefined)
      throw new InvalidInputError([{ field: 'password', message: 'or a code is needed' }]);
    await this.guess(login.id, async () => {
      if (password === undefined) {
        if (!(await this.uses(login, code as string))) throw codeFault('is wrong or was used before');
      } else if (!(await verifyPassword(password, login.password_hash, 0)))
        throw new InvalidInputError([{ field: 'password', message: 'is wrong' }]);
    });
  }

  /** Replaces the recovery codes. @returns the new ones, which cannot be read again */
  async renewRecovery(login: LoginRow): Promise<string[]> {
    const codes = newRecoveryCodes();
    await this.factors.replaceRecovery(login.id, hashesOf(codes));
    return codes;
  }

  async remove(loginId: string): Promise<void> {
    await this.factors.remove(loginId);
  }

  private async uses({ id, sealed_totp: sealed, totp_since: since }: LoginRow, code: string): Promise<boolean> {
    if (sealed === null || since === null) return false;
    const step = stepOf(this.seal.open(sealed), code);
    if (step !== null) return this.factors.useStep(id, step);
    const recovery = recoveryHash(code);
    return recovery !== null && this.factors.useRecovery(id, recovery);
  }

  /** Takes a guess, which stays taken if the caller's transaction rolls back; one that does not throw is given back. */
  private async guess(loginId: string, check: () => Promise<void>): Promise<void> {
    const wait = await this.database.detached(() => this.counters.take('code', loginId, CODE_LIMIT));
    if (wait > 0) throw new TooManyCodesError(wait);
    await check();
    await this.database.detached(() => this.counters.restore('code', loginId, CODE_LIMIT));
  }
}

const hashesOf = (codes: string[]) => codes.map((code) => recoveryHash(code) as Buffer);
