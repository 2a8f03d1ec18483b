import { Module } from '@nestjs/common';
import { Mappings } from './mappings.js';
import { SourceHooks } from './source-hooks.js';
import { Sources } from './sources.service.js';

const services = [Mappings, SourceHooks, Sources];

/** The senders that a workspace has connected. */
@Module({ providers: services, exports: services })
export class SourcesModule {}
