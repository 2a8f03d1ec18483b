/** Masks a number, of which its owner recognises the end. */
export const maskNumber = (number: string): string => `•••${number.slice(-3)}`;

/** Masks an email address or number for a page that any holder of the link can open. Its owner recognises the rest. */
export function maskAddress(address: string): string {
  if (/^\d+$/.test(address)) return maskNumber(address);
  const at = address.lastIndexOf('@');
  const [first = ''] = address;
  return at < 1 ? '•••' : `${first}•••${address.slice(at)}`;
}
