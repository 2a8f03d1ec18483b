/** Who a workspace says it is in its marketing. */
export interface MarketingIdentity {
  senderName: string | null;
  postalAddress: string | null;
}

/** Returns what keeps a workspace from sending marketing mail, without the end of the sentence; undefined if it says who it is. */
export function identityLack({ senderName, postalAddress }: MarketingIdentity): string | undefined {
  const lacks = [...(senderName ? [] : ['sender name']), ...(postalAddress ? [] : ['postal address'])];
  if (lacks.length === 0) return undefined;
  const them = lacks.length === 1 ? 'it' : 'them';
  return `the workspace has no ${lacks.join(' and no ')}, which marketing mail must have: enter ${them} in the settings of the workspace`;
}
