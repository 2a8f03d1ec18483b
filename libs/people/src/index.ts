export { PeopleApiModule } from './people.api.module.js';
export { PeopleModule } from './people.module.js';
export { PeopleWorkerModule } from './people.worker.module.js';

export const peopleEntities: (new () => object)[] = [];
