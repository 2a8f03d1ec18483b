import { describe, expect, it } from '@jest/globals';
import { appendAddress } from './forwarded-for';
import { apiPath, requestHeaders, responseHeaders } from './forwarding';

describe('forwarding to the API', () => {
  it('allows only /v1 and the routes of the console', () => {
    expect(apiPath('/api/v1/lists')).toBe('/v1/lists');
    expect(apiPath('/api/console/session')).toBe('/console/session');
    for (const path of [
      '/api/metrics',
      '/api/docs',
      '/api/v1',
      '/v1/lists',
      '/api//v1/lists',
      '/apiv1/lists',
      '/api',
    ]) {
      expect(apiPath(path)).toBeUndefined();
    }
  });

  it('passes the session and the headers that reveal forged requests, but no other credentials', () => {
    const given = { cookie: 'dundun_session=1', origin: 'https://c.test', 'sec-fetch-site': 'same-origin' };
    const headers = requestHeaders(new Headers({ ...given, authorization: 'Basic x', host: 'c.test', 'x-nonce': 'n' }));
    expect(Object.fromEntries(headers)).toEqual({ ...given, 'accept-encoding': 'identity' });
  });

  it('returns every cookie and forbids caching', () => {
    const from = new Headers({ 'content-length': '2', 'dundun-error': 'x', 'cache-control': 'public' });
    from.append('set-cookie', 'a=1');
    from.append('set-cookie', 'b=2');
    const headers = responseHeaders(from);
    expect(headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(headers.get('dundun-error')).toBe('x');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.has('content-length')).toBe(false);
  });

  it('appends the connected address to X-Forwarded-For', () => {
    expect(appendAddress(undefined, '::ffff:10.0.0.7')).toBe('10.0.0.7');
    expect(appendAddress('1.2.3.4', '2001:db8::1')).toBe('1.2.3.4, 2001:db8::1');
  });
});
