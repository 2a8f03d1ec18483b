import { Global, Module } from '@nestjs/common';
import { PersonVariables } from '@dundun/messaging';
import { PeopleModule } from '@dundun/people';
import { PersonTemplateVariables } from './memberships/person-variables.service.js';

/** Global, because messaging injects it without importing this library. */
@Global()
@Module({
  imports: [PeopleModule],
  providers: [PersonTemplateVariables, { provide: PersonVariables, useExisting: PersonTemplateVariables }],
  exports: [PersonVariables],
})
export class PersonVariablesModule {}
