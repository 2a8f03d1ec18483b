import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { Config } from '@dundun/platform/config';
import { Authenticator, type Caller } from '@dundun/platform/http';
import { createHttpApp, RefusalFilter } from '@dundun/platform/server';
import { SubscribersApiModule } from './subscribers.api.module.js';
import { callerOf, quiet, subscribersOn, type Stage } from './testing.js';

/** The api of this feature with its pages, not listening; every caller belongs to the stage's workspace. */
export async function aPageApp(config: Config, stage: () => Stage) {
  class Everybody extends Authenticator {
    authenticate(): Caller {
      return callerOf(stage().workspaceId);
    }
  }

  @Module({
    imports: [...subscribersOn(config), SubscribersApiModule],
    providers: [
      { provide: Authenticator, useClass: Everybody },
      { provide: APP_FILTER, useClass: RefusalFilter },
    ],
  })
  class PagesModule {}

  const app = await createHttpApp(PagesModule, config, quiet);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  return app;
}
