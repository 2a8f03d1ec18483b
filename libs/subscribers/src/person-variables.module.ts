import { Global, Module } from '@nestjs/common';
import { PersonVariables } from '@dundun/messaging';
import { PeopleModule } from '@dundun/people';
import { PersonTemplateVariables } from './memberships/person-variables.service.js';

/** Global, since messaging asks for it and knows nothing of subscribers. */
@Global()
@Module({
  imports: [PeopleModule],
  providers: [PersonTemplateVariables, { provide: PersonVariables, useExisting: PersonTemplateVariables }],
  exports: [PersonVariables],
})
export class PersonVariablesModule {}
