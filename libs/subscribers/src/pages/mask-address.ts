/** An address as a page may show it to whoever has the link: its owner knows it by its first letter and its domain. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const [first = ''] = address;
  return at < 1 ? '•••' : `${first}•••${address.slice(at)}`;
}
