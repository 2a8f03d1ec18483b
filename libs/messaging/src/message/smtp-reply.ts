/** Builds a refusal of an SMTP server. The operator of the sending server reads it in a log. */
export const smtpReply = (responseCode: number, text: string): Error & { responseCode: number } =>
  Object.assign(new Error(text), { responseCode });
