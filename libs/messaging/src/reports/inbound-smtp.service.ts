import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, LOGGER, type Config, type Logger } from '@dundun/platform/config';
import type { SMTPServer } from 'smtp-server';
import { bounceServer } from './bounce-server.js';
import { Bounces } from './bounces.service.js';
import { ReturnPaths } from '../deliver/return-paths.service.js';

const TRY_AGAIN_MS = 2_000;

type Setting = Pick<Config, 'INBOUND_SMTP_PORT' | 'HOST' | 'PUBLIC_URL'>;

/**
 * Receives bounces by SMTP in every worker with INBOUND_SMTP_PORT. Of several workers on one machine, the first gets the
 * port, and another takes over when it ends.
 */
@Injectable()
export class InboundSmtp implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private server: SMTPServer | undefined;
  private retry: NodeJS.Timeout | undefined;
  private isSaid = false;

  constructor(
    @Inject(CONFIG) private readonly config: Setting,
    @Inject(ReturnPaths) private readonly paths: ReturnPaths,
    @Inject(Bounces) private readonly bounces: Bounces,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const { INBOUND_SMTP_PORT: port, HOST, PUBLIC_URL } = this.config;
    if (port === undefined) return;
    const intake = {
      read: (address: string) => this.paths.read(address),
      take: (...given: Parameters<Bounces['takeAbout']>) => this.bounces.takeAbout(...given),
    };
    const server = bounceServer(intake, new URL(PUBLIC_URL).hostname, this.logger);
    const listen = () => server.listen(port, HOST);
    server.server.on('listening', () => this.logger.info({ port }, 'receiving bounces'));
    server.on('error', (error: Error) => {
      // An error of a listening server is a client that went away.
      if (server.server.listening || !this.server) return this.logger.debug({ err: error }, 'a connection broke');
      if (!this.isSaid) this.logger.warn({ err: error, port }, 'cannot receive bounces yet; trying the port again');
      this.isSaid = true;
      this.retry = setTimeout(listen, TRY_AGAIN_MS);
    });
    this.server = server;
    listen();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.retry);
    const { server } = this;
    this.server = undefined;
    if (server) await new Promise<void>((resolve) => server.close(resolve));
  }
}
