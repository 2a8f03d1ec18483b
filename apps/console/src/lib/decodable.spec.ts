import { describe, expect, it } from '@jest/globals';
import { decodable } from './decodable';

describe('decodable', () => {
  it.each(['/', '/lists?after=%ff', '/api/v1/users/a%20b%2Fc/events', '/api/%E2%82%AC?x=%', '*'])('leaves %s', (url) =>
    expect(decodable(url)).toBe(url),
  );

  it.each([
    ['/api/%ff', '/api/%25ff'],
    ['/api/v1/lists/a%20b%', '/api/v1/lists/a%2520b%25'],
    ['/lists/%E0%A4%A?version=%31', '/lists/%25E0%25A4%25A?version=%31'],
  ])('treats %s literally', (url, literal) => {
    expect(decodable(url)).toBe(literal);
  });
});
