export { OutboundGuard, outboundGuard, type AddressLookup } from './outbound-guard.js';
