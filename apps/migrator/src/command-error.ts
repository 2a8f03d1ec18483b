/** A command cannot do what it was asked; the message is a sentence for whoever asked. */
export class CommandError extends Error {}
