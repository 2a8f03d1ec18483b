import { Global, Module } from '@nestjs/common';
import { PersonVariables } from '@dundun/messaging';
import { PeopleModule } from '@dundun/people';
import { PersonFields } from './person-variables.js';

/** Global, since messaging asks for it and knows nothing of subscribers. */
@Global()
@Module({
  imports: [PeopleModule],
  providers: [PersonFields, { provide: PersonVariables, useExisting: PersonFields }],
  exports: [PersonVariables],
})
export class PersonVariablesModule {}
