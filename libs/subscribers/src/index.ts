export { Memberships } from './memberships.service.js';
export { People, type UidName } from './people.service.js';
export { Person, subscribersEntities, subscribersExpiry } from './person.entity.js';
export { SubscribersApiModule } from './subscribers.api.module.js';
export { SubscribersModule } from './subscribers.module.js';
