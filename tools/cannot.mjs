/** Something a person has to mend: its message is printed as it is, without a stack. */
export class Cannot extends Error {}
