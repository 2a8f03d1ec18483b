import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SendEmailBody } from '@dundun/contracts';
import { InvalidInputError, WrongCredentialsError } from '@dundun/domain';
import { newId, Replayed } from '@dundun/platform/database';
import { Authenticator, compileValidator, type Caller } from '@dundun/platform/http';
import { AcceptEmail } from '../accept/accept-email.service.js';
import { submittedMail } from './submitted-mail.js';

/** Accepts mail that clients submit by SMTP, exactly like POST /v1/send/email. */
@Injectable()
export class Submissions {
  private readonly check = compileValidator(SendEmailBody);

  constructor(
    @Inject(Authenticator) private readonly authenticator: Authenticator,
    @Inject(AcceptEmail) private readonly emails: AcceptEmail,
  ) {}

  /** @returns null unless the key and its secret belong together */
  async authenticate(key: string, secret: string): Promise<Caller | null> {
    const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
    try {
      const caller = await this.authenticator.authenticate(authorization, undefined);
      return caller.level === 'full' ? caller : null;
    } catch (error) {
      if (error instanceof WrongCredentialsError) return null;
      throw error;
    }
  }

  /**
   * Stores a mail for its envelope recipients. A second one with the same Message-ID and recipients within 24 hours returns
   * the id of the first. @throws Refusal, SubmissionHeaderError
   */
  async accept(caller: Caller, raw: Buffer, recipients: string[]): Promise<string> {
    const { body, key } = await submittedMail(raw, recipients);
    const checked = this.check(body);
    if (!checked.ok) throw new InvalidInputError(checked.faults);
    const claim = key === null ? undefined : claimOf(caller, key);
    const accepted = await this.emails.accept(caller, checked.value, newId(), claim);
    return accepted instanceof Replayed ? (accepted.answer.body as { id: string }).id : accepted.id;
  }
}

/** The key alone is the fingerprint: a relay adds headers before it tries again. */
const claimOf = ({ workspaceId }: Caller, key: string) => ({
  workspaceId,
  method: 'SMTP',
  path: '/submission',
  key,
  fingerprint: hash('sha256', key, 'buffer'),
});
