import type { JsonObject } from '@dundun/domain';

/** Provides template variables about a person. The library that keeps people implements it. */
export abstract class PersonVariables {
  /** Returns variables by name; unknown facts are absent. @throws UnknownPersonError */
  abstract of(workspaceId: number, uid: string): Promise<JsonObject>;
}
