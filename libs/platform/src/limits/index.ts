export { network } from './network.js';
export { TokenBuckets, type Rate } from './token-bucket.js';
