/** Appends the address of the connected client to X-Forwarded-For; only this last entry cannot be forged. */
export function appendAddress(given: string | string[] | undefined, address: string | undefined): string {
  const plain = (address ?? 'unknown').replace(/^::ffff:(?=\d+\.)/, '');
  return [given ?? [], plain].flat().join(', ');
}
