export * from './attribution.js';
export * from './goal.js';
