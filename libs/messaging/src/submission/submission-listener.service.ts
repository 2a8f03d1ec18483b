import { readFileSync, watchFile, unwatchFile } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, EnvironmentError, LOGGER, type Config, type Logger } from '@dundun/platform/config';
import type { SMTPServer } from 'smtp-server';
import { SmtpPort } from '../message/smtp-port.js';
import { submissionServer, type Certificate } from './submission-server.js';
import { Submissions } from './submissions.service.js';

const LOOK_MS = 60_000;

type Setting = Pick<Config, 'SUBMISSION_PORT' | 'SUBMISSION_TLS_CERT' | 'SUBMISSION_TLS_KEY' | 'HOST' | 'PUBLIC_URL'>;

/** Takes mail by SMTP in every api process with SUBMISSION_PORT. A renewed certificate is used within a minute. */
@Injectable()
export class SubmissionListener implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** How often the certificate is looked at, in milliseconds. */
  protected readonly lookMs: number = LOOK_MS;
  private port: SmtpPort | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Setting,
    @Inject(Submissions) private readonly submissions: Submissions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const { SUBMISSION_PORT: port, SUBMISSION_TLS_CERT: cert, HOST, PUBLIC_URL } = this.config;
    if (port === undefined) return;
    const intake = {
      authenticate: (key: string, secret: string) => this.submissions.authenticate(key, secret),
      accept: (...given: Parameters<Submissions['accept']>) => this.submissions.accept(...given),
    };
    const server = submissionServer(intake, new URL(PUBLIC_URL).hostname, this.certificate(), this.logger);
    watchFile(cert ?? '', { interval: this.lookMs, persistent: false }, () => this.renew(server));
    this.port = new SmtpPort(server, { port, host: HOST }, 'submitted mail', this.logger);
    this.port.open();
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (!this.port) return;
    unwatchFile(this.config.SUBMISSION_TLS_CERT ?? '');
    await this.port.close();
  }

  /** @throws EnvironmentError */
  private certificate(): Certificate {
    const { SUBMISSION_TLS_CERT: cert, SUBMISSION_TLS_KEY: key } = this.config;
    if (cert === undefined || key === undefined)
      throw new EnvironmentError([
        'SUBMISSION_PORT needs SUBMISSION_TLS_CERT and SUBMISSION_TLS_KEY, because clients log in',
      ]);
    try {
      return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
    } catch (error) {
      throw new EnvironmentError([
        `SUBMISSION_TLS_CERT or SUBMISSION_TLS_KEY cannot be read: ${(error as Error).message}`,
      ]);
    }
  }

  /** Keeps the old certificate if the new files cannot be used. */
  private renew(server: SMTPServer): void {
    try {
      const renewed = this.certificate();
      // The server would forget the old certificate before it finds that the new one cannot be used.
      createSecureContext(renewed);
      server.updateSecureContext(renewed);
      this.logger.info('submission uses the renewed certificate');
    } catch (error) {
      this.logger.warn({ err: error }, 'the renewed certificate of submission cannot be used; the old one stays');
    }
  }
}
