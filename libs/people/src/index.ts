import { Person } from './person.entity.js';

export { AttributeNames } from './attribute-names.repository.js';
export { ListAccess } from './list-access.repository.js';
export { keepAlias, keepChange } from './people-changes.js';
export { PeopleLocks } from './people-locks.repository.js';
export { PeopleSearch, positionOf, type FoundPerson } from './people-search.repository.js';
export type { PeopleFilter } from './people-search.statements.js';
export { PeopleModule } from './people.module.js';
export { People, type UidName } from './people.repository.js';
export { PeopleSet } from './people-set.js';
export { PeopleWrites } from './people-writes.js';
export { PeopleWriter } from './people-writes.repository.js';
export { FoldFirstError } from './fold-first.js';
export { changePerson, checkFolded, planPerson } from './person-command.js';
export { PersonIds } from './person-ids.service.js';
export { KEY_KINDS, keyValue, personKeyText, type ClaimedKey, type PersonKey } from './person-keys.js';
export { PersonKeys } from './person-keys.repository.js';
export { addressesOf, PersonHolds } from './person-holds.repository.js';
export { PersonContributions } from './person-contributions.service.js';
export { exportedRows } from './exported-rows.repository.js';
export {
  PersonRows,
  type ExportedRows,
  type HeldPerson,
  type PersonErasure,
  type PersonMerge,
  type PersonToExport,
  type RowsToErase,
  type RowsToMove,
  type Stage,
} from './person-rows.js';
export { TrackingRefusals, type TrackingDecision } from './tracking-refusals.repository.js';
export { MarketingPauses } from './marketing-pauses.repository.js';
export { isPaused } from './paused.statements.js';
export { matchPerson } from './person-matching.js';
export type { PersonCommand, PersonFields, UserValues } from './person-values.js';
export { checkUid, isUid } from './uid.js';
export { Person };

export const peopleEntities = [Person];
