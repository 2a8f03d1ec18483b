/**
 * A person with a generated uid has the email or number of a user call, and must be folded into the named person before the
 * call is applied. Nothing was changed.
 */
export class FoldFirstError extends Error {
  constructor(
    readonly from: string,
    readonly to: string,
  ) {
    super('another person has to be folded into the named one first');
  }
}
