import { Module } from '@nestjs/common';
import { ListCounters } from './list-counters.repository.js';
import { ListsRepository } from './lists.repository.js';
import { Lists } from './lists.service.js';

@Module({ providers: [ListCounters, ListsRepository, Lists], exports: [ListCounters, Lists] })
export class ListsModule {}
