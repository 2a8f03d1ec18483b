import { Module } from '@nestjs/common';
import { AttributeNames } from './attribute-names.repository.js';
import { ListAccess } from './list-access.repository.js';
import { PeopleSearch } from './people-search.repository.js';
import { PeopleLocks } from './people-locks.repository.js';
import { People } from './people.repository.js';
import { PeopleWriter } from './people-writes.repository.js';
import { PersonContributions } from './person-contributions.service.js';
import { PersonHolds } from './person-holds.repository.js';
import { MarketingPauses } from './marketing-pauses.repository.js';
import { PersonIds } from './person-ids.service.js';
import { PersonKeys } from './person-keys.repository.js';
import { TrackingRefusals } from './tracking-refusals.repository.js';
import { PersonOwnRows } from './person-own-rows.repository.js';

const services = [
  AttributeNames,
  ListAccess,
  MarketingPauses,
  People,
  PeopleLocks,
  PeopleSearch,
  PeopleWriter,
  PersonContributions,
  PersonHolds,
  PersonIds,
  PersonKeys,
  PersonOwnRows,
  TrackingRefusals,
];

/** The person: keys, matching, attributes, devices, and the members of accounts. */
@Module({ providers: services, exports: services })
export class PeopleModule {}
