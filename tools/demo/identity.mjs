const SHOP = { sender_name: 'Kofi & Bloom', postal_address: '12 Roastery Lane\nLondon E2' };

/** Says who the shop is, without which it can send no marketing mail; what the workspace says already stays. */
export async function introduce(api) {
  const workspace = await api.get('/console/workspace');
  const missing = Object.entries(SHOP).filter(([field]) => !workspace[field]);
  if (missing.length > 0) await api.put('/console/workspace', Object.fromEntries(missing));
  return workspace.sender_name ?? SHOP.sender_name;
}
