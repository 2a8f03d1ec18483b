/** A command was used incorrectly; the message is a sentence for its user. */
export class CommandError extends Error {}
