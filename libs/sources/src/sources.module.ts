import { Module } from '@nestjs/common';
import { Mappings } from './mapping/mappings.js';
import { SourceHooks } from './intake/source-hooks.js';
import { Sources } from './intake/sources.service.js';

const services = [Mappings, SourceHooks, Sources];

/** The senders that a workspace has connected. */
@Module({ providers: services, exports: services })
export class SourcesModule {}
