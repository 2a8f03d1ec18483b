/** A problem that a person has to solve. Its message is printed without a stack. */
export class Cannot extends Error {}
