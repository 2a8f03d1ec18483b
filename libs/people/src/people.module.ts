import { Module } from '@nestjs/common';
import { AttributeNames } from './attribute-names.repository.js';
import { PeopleLocks } from './people-locks.repository.js';
import { People } from './people.repository.js';
import { PeopleWriter } from './people-writes.repository.js';
import { PersonIds } from './person-ids.service.js';
import { PersonKeys } from './person-keys.repository.js';

/** The person: keys, matching, attributes, devices, and the members of accounts. */
@Module({
  providers: [AttributeNames, People, PeopleLocks, PeopleWriter, PersonIds, PersonKeys],
  exports: [AttributeNames, People, PeopleLocks, PeopleWriter, PersonIds, PersonKeys],
})
export class PeopleModule {}
