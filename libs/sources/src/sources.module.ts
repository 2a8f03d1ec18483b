import { Module } from '@nestjs/common';
import { Mappings } from './mapping/mappings.service.js';
import { SourceHooks } from './intake/source-hooks.service.js';
import { Sources } from './intake/sources.repository.js';

const services = [Mappings, SourceHooks, Sources];

/** The connected sources, for api and worker. */
@Module({ providers: services, exports: services })
export class SourcesModule {}
