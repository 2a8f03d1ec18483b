/** Masks a number, of which its owner recognises the end. */
export const maskNumber = (number: string): string => `•••${number.slice(-3)}`;

/** Masks an address for a page that any holder of the link can open. Its owner recognises the first letter and domain. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const [first = ''] = address;
  return at < 1 ? '•••' : `${first}•••${address.slice(at)}`;
}
