import { Module } from '@nestjs/common';
import { ApiKeys } from './api-keys.service.js';
import { Bootstrap } from './bootstrap.service.js';
import { DkimKeys } from './dkim-keys.service.js';
import { DnsResolver } from './dns-resolver.js';
import { DomainChecks } from './domain-checks.js';
import { Integrations } from './integrations.service.js';
import { outboundGuard } from '@dundun/platform/http';
import { providerOptions } from './provider-options.js';
import { ProviderHooks } from './provider-hooks.js';
import { ProviderSets } from './provider-sets.js';
import { Members } from './members.service.js';
import { SendingDomains } from './sending-domains.service.js';
import { Sessions } from './sessions.service.js';
import { Workspaces } from './workspaces.service.js';

const services = [
  Workspaces,
  ApiKeys,
  Members,
  Sessions,
  SendingDomains,
  DkimKeys,
  DnsResolver,
  DomainChecks,
  ProviderSets,
  Integrations,
  ProviderHooks,
  Bootstrap,
  outboundGuard,
  providerOptions,
];

/** Needs the modules of configuration and database, which are global. */
@Module({ providers: services, exports: services })
export class AccountsModule {}
