import { Module } from '@nestjs/common';
import { ApiKeys } from './api-keys.service.js';
import { Bootstrap } from './bootstrap.service.js';
import { Integrations } from './integrations.service.js';
import { Members } from './members.service.js';
import { SendingDomains } from './sending-domains.service.js';
import { Sessions } from './sessions.service.js';
import { Workspaces } from './workspaces.service.js';

const services = [Workspaces, ApiKeys, Members, Sessions, SendingDomains, Integrations, Bootstrap];

/** Needs the modules of configuration and database, which are global. */
@Module({ providers: services, exports: services })
export class AccountsModule {}
