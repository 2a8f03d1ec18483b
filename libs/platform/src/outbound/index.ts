export { OutboundGuard, outboundGuard, type AddressLookup } from './outbound-guard.js';
export type { CheckedUrl, PinnedAnswer, PinnedRequest } from './pinned-request.js';
