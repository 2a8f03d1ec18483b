import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, LOGGER, type Config, type Logger } from '@dundun/platform/config';
import { bounceServer } from './bounce-server.js';
import { Bounces } from './bounces.service.js';
import { DmarcMails } from './dmarc-mails.service.js';
import { SmtpPort } from '../message/smtp-port.js';
import { ReturnPaths } from '../deliver/return-paths.service.js';

type Setting = Pick<Config, 'INBOUND_SMTP_PORT' | 'HOST' | 'PUBLIC_URL'>;

/**
 * Receives bounces and DMARC reports by SMTP in every worker with INBOUND_SMTP_PORT. Of several workers on one machine, the first gets the
 * port, and another takes over when it ends.
 */
@Injectable()
export class InboundSmtp implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private port: SmtpPort | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Setting,
    @Inject(ReturnPaths) private readonly paths: ReturnPaths,
    @Inject(Bounces) private readonly bounces: Bounces,
    @Inject(DmarcMails) private readonly dmarc: DmarcMails,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const { INBOUND_SMTP_PORT: port, HOST, PUBLIC_URL } = this.config;
    if (port === undefined) return;
    const intake = {
      read: (address: string) => this.paths.read(address),
      take: (...given: Parameters<Bounces['takeAbout']>) => this.bounces.takeAbout(...given),
      domainAt: (address: string) => this.dmarc.domainAt(address),
      takeReport: (...given: Parameters<DmarcMails['take']>) => this.dmarc.take(...given),
    };
    const server = bounceServer(intake, new URL(PUBLIC_URL).hostname, this.logger);
    this.port = new SmtpPort(server, { port, host: HOST }, 'bounces', this.logger);
    this.port.open();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.port?.close();
  }
}
