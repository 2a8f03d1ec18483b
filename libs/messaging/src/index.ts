import { Template, TemplateVersion } from './template.entity.js';

export { MessagingModule } from './messaging.module.js';
export { MessagingApiModule } from './messaging.api.module.js';
export { MessagingWorkerModule } from './messaging.worker.module.js';
export { DeliverLane } from './messaging.jobs.js';
export { ListSuppressions, type ListSuppression } from './list-suppressions.js';
export { OutgoingMail, type QueuedMail } from './outgoing-mail.js';
export { Templates, type TemplateInput } from './templates.service.js';

export const messagingEntities = [Template, TemplateVersion];
