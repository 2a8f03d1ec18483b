import { Module } from '@nestjs/common';
import { Cursors } from '@dundun/platform/http';
import { ListsController } from './lists.controller.js';
import { ListsModule } from './lists.module.js';

@Module({ imports: [ListsModule], providers: [Cursors], controllers: [ListsController] })
export class ListsApiModule {}
