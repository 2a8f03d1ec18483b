import { describe, expect, it } from '@jest/globals';
import { operationId } from './operation-ids.js';

describe('operationId', () => {
  it.each([
    ['SendsController', 'email', 'sendEmail'],
    ['MergeController', 'merge', 'mergeUsers'],
    ['ListsController', 'list', 'listLists'],
    ['ListsController', 'create', 'createList'],
    ['TemplatesController', 'archive', 'archiveTemplate'],
    ['SendingProfilesController', 'makeDefault', 'makeSendingProfileDefault'],
    ['IdentitiesController', 'get', 'getIdentity'],
    ['WebhookDeliveriesController', 'list', 'listWebhookDeliveries'],
  ])('names %s.%s %s', (controller, method, id) => expect(operationId(controller, method)).toBe(id));
});
