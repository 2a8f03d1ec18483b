export { AttributeNames } from './attribute-names.js';
export {
  evidenceOf,
  type Evidence,
  type PersonFields,
  type UserAnswers,
  type UserCommand,
  type UserResult,
  type UserValues,
} from './commands.js';
export { ConsentIntake } from './consent-intake.js';
export { Memberships } from './memberships.service.js';
export { People, type UidName } from './people.service.js';
export { Person, subscribersEntities, subscribersExpiry } from './person.entity.js';
export { PersonKeys } from './person-keys.service.js';
export { UnknownAccountError } from './subscriber-refusals.js';
export { SubscribersApiModule } from './subscribers.api.module.js';
export { SubscribersModule } from './subscribers.module.js';
export { SubscribersWorkerModule } from './subscribers.worker.module.js';
export { UserWrites } from './user-writes.service.js';
