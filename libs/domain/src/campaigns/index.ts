export * from './accounts.js';
export * from './state.js';
