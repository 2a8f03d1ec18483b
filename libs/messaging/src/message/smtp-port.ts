import type { Logger } from '@dundun/platform/config';
import type { SMTPServer } from 'smtp-server';

const TRY_AGAIN_MS = 2_000;

/**
 * Keeps an SMTP server on its port. While another process of this machine holds the port, it tries again, so that one takes
 * over when the other ends.
 */
export class SmtpPort {
  private retry: NodeJS.Timeout | undefined;
  private isClosed = false;
  private isWarned = false;

  /** @param purpose completes "listening for …" in the log */
  constructor(
    private readonly server: SMTPServer,
    private readonly at: { port: number; host: string },
    private readonly purpose: string,
    private readonly logger: Logger,
  ) {
    server.server.on('listening', () => this.logger.info(this.at, `listening for ${purpose}`));
    server.on('error', (error: Error) => this.afterError(error));
  }

  open(): void {
    this.server.listen(this.at.port, this.at.host);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.retry);
    await new Promise<void>((resolve) => this.server.close(resolve));
  }

  private afterError(error: Error): void {
    // An error of a listening server is a client that went away.
    if (this.server.server.listening || this.isClosed) {
      this.logger.debug({ err: error }, 'a connection broke');
      return;
    }
    if (!this.isWarned)
      this.logger.warn({ err: error, ...this.at }, `cannot listen for ${this.purpose} yet; trying the port again`);
    this.isWarned = true;
    this.retry = setTimeout(() => this.open(), TRY_AGAIN_MS);
  }
}
