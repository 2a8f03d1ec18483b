/** X-Forwarded-For with the address of who is connected at its end, which is the only one that nobody could make up. */
export function appendAddress(given: string | string[] | undefined, address: string | undefined): string {
  const plain = (address ?? 'unknown').replace(/^::ffff:(?=\d+\.)/, '');
  return [given ?? [], plain].flat().join(', ');
}
