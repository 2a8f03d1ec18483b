import type { JsonObject } from '@dundun/domain';

/** What a template may say of a person. Whoever keeps people provides it. */
export abstract class PersonVariables {
  /** Variables by name; what is not known of the person is absent. @throws UnknownPersonError */
  abstract of(workspaceId: number, uid: string): Promise<JsonObject>;
}
