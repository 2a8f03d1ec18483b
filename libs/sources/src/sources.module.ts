import { Module } from '@nestjs/common';
import { PeopleModule } from '@dundun/people';
import { Mappings } from './mapping/mappings.service.js';
import { SourceHooks } from './intake/source-hooks.service.js';
import { Sources } from './intake/sources.repository.js';
import { PersonSourceRows } from './work/person-source-rows.repository.js';

const services = [Mappings, PersonSourceRows, SourceHooks, Sources];

/** The connected sources, for api and worker. */
@Module({ imports: [PeopleModule], providers: services, exports: services })
export class SourcesModule {}
