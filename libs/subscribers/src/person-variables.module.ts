import { Global, Module } from '@nestjs/common';
import { PersonVariables } from '@dundun/messaging';
import { PersonFields } from './person-variables.js';
import { SubscribersModule } from './subscribers.module.js';

/** Global, since messaging asks for it and knows nothing of subscribers. */
@Global()
@Module({
  imports: [SubscribersModule],
  providers: [PersonFields, { provide: PersonVariables, useExisting: PersonFields }],
  exports: [PersonVariables],
})
export class PersonVariablesModule {}
