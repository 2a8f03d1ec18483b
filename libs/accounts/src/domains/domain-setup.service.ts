import { Inject, Injectable } from '@nestjs/common';
import type { DomainDetail, DomainList } from '@dundun/contracts';
import { InvalidInputError } from '@dundun/domain';
import { CONFIG, type Config } from '@dundun/platform/config';
import { DkimKeys } from './dkim-keys.repository.js';
import { DomainChecks } from './domain-checks.service.js';
import { presentDomain, presentDomainDetail } from './domain.presenter.js';
import { SendingDomains } from './sending-domains.repository.js';

/** Every domain is checked repeatedly. */
const MOST = 500;

/** Manages sending domains for the console. */
@Injectable()
export class DomainSetup {
  constructor(
    @Inject(SendingDomains) private readonly domains: SendingDomains,
    @Inject(DkimKeys) private readonly keys: DkimKeys,
    @Inject(DomainChecks) private readonly checks: DomainChecks,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async list(workspaceId: number): Promise<DomainList> {
    return { data: (await this.domains.list(workspaceId)).map(presentDomain) };
  }

  /** @throws InvalidInputError */
  async add(workspaceId: number, text: string): Promise<DomainDetail> {
    const { length } = await this.domains.list(workspaceId);
    if (length >= MOST)
      throw new InvalidInputError([{ field: 'domain', message: `must be one of at most ${MOST} in a workspace` }]);
    const { id } = await this.domains.add(workspaceId, text);
    await this.keys.ensure(workspaceId, id);
    return this.get(workspaceId, id);
  }

  /** @throws UnknownDomainError */
  async get(workspaceId: number, id: string): Promise<DomainDetail> {
    const domain = await this.domains.find(workspaceId, id);
    return presentDomainDetail(domain, await this.keys.of(workspaceId, id), this.config);
  }

  /** @throws UnknownDomainError */
  async check(workspaceId: number, id: string): Promise<DomainDetail> {
    await this.checks.check(workspaceId, id);
    return this.get(workspaceId, id);
  }

  /** @throws UnknownDomainError */
  async rotate(workspaceId: number, id: string): Promise<DomainDetail> {
    await this.checks.rotate(workspaceId, id);
    return this.get(workspaceId, id);
  }

  /** @throws UnknownDomainError */
  async remove(workspaceId: number, id: string): Promise<void> {
    await this.domains.remove(workspaceId, id);
    this.keys.forget();
  }
}
