import { hash } from 'node:crypto';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { emailKey, NoSenderError, SingleSignOnOnlyError, UnknownResetError } from '@dundun/domain';
import { CONFIG, LOGGER, type Config, type Logger } from '@dundun/platform/config';
import { Database } from '@dundun/platform/database';
import type { Origin } from '@dundun/platform/http';
import { network } from '@dundun/platform/limits';
import { newSessionToken } from '../credentials/random-token.js';
import { Logins, type LoginRow } from '../logins/logins.repository.js';
import { SignInCounters } from '../logins/sign-in-counters.repository.js';
import { SystemMail } from '../logins/system-mail.js';
import { passwordResetMail } from './member-mails.js';
import { Members } from './members.service.js';
import { Sessions } from './sessions.repository.js';

const RESET_MINUTES = 60;

/** Mails to one address, and requests of one network. Beyond them, a request is answered as usual and mails nobody. */
const RESET_LIMITS = {
  reset: { burst: 3, seconds: 20 * 60 },
  network: { burst: 30, seconds: 60 },
};

const digest = (token: string) => hash('sha256', token, 'buffer');

/** Lets people choose a new password by a link in a mail. */
@Injectable()
export class PasswordResets implements BeforeApplicationShutdown {
  private readonly mailing = new Set<Promise<void>>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(Database) private readonly database: Database,
    @Inject(Logins) private readonly logins: Logins,
    @Inject(Members) private readonly members: Members,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(SignInCounters) private readonly counters: SignInCounters,
    @Inject(SystemMail) private readonly mail: SystemMail,
  ) {}

  /**
   * Mails a link, if the email signs in with a password. The answer waits for nothing of this, because the time that it took would
   * tell whether the email is known.
   */
  request(email: string, origin: Origin): void {
    if (this.config.OIDC_ONLY) throw new SingleSignOnOnlyError();
    const mailing = this.send(email, origin)
      .catch((error: unknown) =>
        this.logger.warn({ err: error, requestId: origin.requestId }, 'password reset not mailed'),
      )
      .finally(() => this.mailing.delete(mailing));
    this.mailing.add(mailing);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.mailing);
  }

  /** Returns the email that a link belongs to. @throws UnknownResetError */
  async open(token: string): Promise<string> {
    return (await this.opened(token)).email;
  }

  /** Sets the password by a link, which works once, and ends all sessions. @throws UnknownResetError, InvalidInputError */
  async use(token: string, password: string): Promise<void> {
    const { id } = await this.opened(token);
    const passwordHash = await this.members.hash(password);
    await this.database.transaction(async () => {
      if (!(await this.logins.useReset(digest(token)))) throw new UnknownResetError();
      await this.logins.setPassword(id, passwordHash);
      await this.sessions.endOf(id);
    });
  }

  private async opened(token: string): Promise<LoginRow> {
    const login = await this.logins.ofReset(digest(token));
    if (!login) throw new UnknownResetError();
    return login;
  }

  private async send(email: string, { ip, requestId }: Origin): Promise<void> {
    if ((await this.counters.take('reset network', network(ip), RESET_LIMITS.network)) > 0) return;
    const login = await this.logins.ofEmail(email);
    // A person whom an identity provider signs in gets no way around it.
    if (!login?.password_hash || (await this.counters.take('reset', emailKey(email), RESET_LIMITS.reset)) > 0) return;
    const token = newSessionToken();
    // The fragment of an address is not sent to servers, so no log contains the token.
    const mail = passwordResetMail({ email: login.email, link: `${this.config.CONSOLE_URL}/reset#${token}` });
    for (const workspaceId of await this.senders(login)) {
      try {
        await this.database.transaction(async () => {
          await this.logins.addReset(login.id, digest(token), RESET_MINUTES);
          await this.mail.send({ ...mail, workspaceId, to: login.email, readableFrom: 'owner', requestId });
        });
        return;
      } catch (error) {
        if (!(error instanceof NoSenderError)) throw error;
      }
    }
    throw new NoSenderError();
  }

  /** Returns the workspaces of a person, the last visited first: the first that can send mail does. */
  private async senders({ id, last_workspace_id: last }: LoginRow): Promise<number[]> {
    const ids = (await this.members.ofLogin(id)).map(({ workspaceId }) => workspaceId);
    return ids.sort((one, other) => Number(other === last) - Number(one === last));
  }
}
