/** The words of SMS that are tried against each other. */
export const testWords = {
  hint: 'Try up to two other texts on a part of the audience first. The one that more people click goes to everybody else.',
  add: 'Try another text',
  otherText: 'Another text',
  text: (name: string) => `Text ${name}`,
  remove: (name: string) => `Remove text ${name}`,
};
