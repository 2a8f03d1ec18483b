export { ListCounters, type CounterDelta } from './list-counters.repository.js';
export { isListId, listIdOf, listKey, type ListName } from './list-key.js';
export { List, listsEntities } from './list.entity.js';
export { ListsApiModule } from './lists.api.module.js';
export { ListsModule } from './lists.module.js';
export { Lists } from './lists.service.js';
