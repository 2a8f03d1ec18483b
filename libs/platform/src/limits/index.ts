export { network, networkBlock } from './network.js';
export { TokenBuckets, type Rate } from './token-bucket.js';
