/* eslint-disable no-restricted-properties -- the console's server reads its environment here and nowhere else */

const given = (name: string) => process.env[name] || undefined;

/** The API's address for this server. Read on every call, so that a build does not fix it. */
export const apiUrl = () => (given('API_URL') ?? 'http://127.0.0.1:3000').replace(/\/+$/, '');

/** The API's public address, for the examples that people copy. */
export const publicUrl = () => (given('PUBLIC_URL') ?? apiUrl()).replace(/\/+$/, '');

export const isDevelopment = process.env.NODE_ENV === 'development';
