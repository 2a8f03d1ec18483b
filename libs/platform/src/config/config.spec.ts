import { describe, expect, it } from '@jest/globals';
import { environment } from './environment.js';
import { EnvironmentError, loadConfig } from './config.js';

const GOOD = { DATABASE_URL: 'postgresql://127.0.0.1/x', SECRET_KEY: 'ab'.repeat(32) };

const faultsOf = (source: Record<string, string>) => {
  try {
    loadConfig(source);
  } catch (error) {
    expect(error).toBeInstanceOf(EnvironmentError);
    return (error as EnvironmentError).faults;
  }
  return [];
};

describe('loadConfig', () => {
  it('applies defaults, treats empty as unset, and removes trailing slashes', () => {
    expect(loadConfig({ ...GOOD, API_PORT: '', HOST: ' ', PUBLIC_URL: 'https://send.example.com//' })).toMatchObject({
      API_PORT: 3000,
      HOST: '127.0.0.1',
      PUBLIC_URL: 'https://send.example.com',
      CONSOLE_URL: 'http://127.0.0.1:3001',
      SMTP_URL: undefined,
    });
    expect(loadConfig({ ...GOOD, EMBEDDED: 'true' }).SMTP_URL).toBe('inbox:');
  });

  it('reports every fault at once without values', () => {
    const faults = faultsOf({ SECRET_KEY: 'canary', API_PORT: '99999', REDIS_URL: 'http://x', LOG_LEVEL: 'loud' });
    expect(faults.map((fault) => fault.split(' ')[0]).sort()).toEqual([
      'API_PORT',
      'DATABASE_URL',
      'LOG_LEVEL',
      'REDIS_URL',
      'SECRET_KEY',
    ]);
    expect(faults.join()).not.toContain('canary');
  });

  it.each([
    ['LOG_LEVEL', 'loud', 'must be trace, debug, info, warn, error or silent'],
    ['WORKER_CONCURRENCY', 'fifty', 'must be a whole number from 1 to 1000'],
    ['API_PORT', '99999', 'must be a port number from 1 to 65535'],
  ])('says what %s must be', (name, value, rule) => {
    expect(faultsOf({ ...GOOD, [name]: value })).toEqual([`${name} ${rule}`]);
  });

  it('describes every wrong variable in a sentence', () => {
    const bad = Object.fromEntries(Object.keys(environment.shape).map((name) => [name, ':'.repeat(300)]));
    const anything = [
      'HOST',
      'SCANNER_NETWORKS_FILE',
      'SUBMISSION_TLS_CERT',
      'SUBMISSION_TLS_KEY',
      'OIDC_CLIENT_ID',
      'OIDC_CLIENT_SECRET',
      'OIDC_ROLE_CLAIM',
      'DATA_DIR',
      'BOOTSTRAP_PASSWORD',
    ];
    const faults = faultsOf(bad);
    expect(faults.filter((fault) => !/^[A-Z_]+ must /.test(fault))).toEqual([]);
    const named = new Set(faults.map((fault) => fault.split(' ')[0]));
    expect(Object.keys(bad).filter((name) => !named.has(name))).toEqual(anything);
  });

  it.each([
    [
      'TRUST_PROXY',
      ['true', 'false', '1', '10.0.0.0/8', '10.0.0.1, ::1, fd00::/8', 'loopback', 'loopback,uniquelocal'],
    ],
    ['OUTBOUND_ALLOW', ['10.0.0.0/8:443', '127.0.0.1/32', 'fd00::/8:25,::1/128', '10.0.0.0/8, 192.168.1.0/24:8080']],
    ['DNS_SERVERS', ['127.0.0.1:5353,9.9.9.9', '[::1]:53', '2001:db8::1']],
    ['SMTP_URL', ['inbox:', 'smtp://mail.example.com', 'smtps://user:p%40ss@[::1]:465']],
  ])('%s accepts %j', (name, values) => {
    for (const value of values) expect([value, faultsOf({ ...GOOD, [name]: value })]).toEqual([value, []]);
  });

  it.each([
    ['TRUST_PROXY', ['yes', '10.0.0.0/99', '10.0.0', '10.0.0.0/8;10.0.0.1', 'example.com', '-1']],
    ['OUTBOUND_ALLOW', ['10.0.0.0', '10.0.0.0/33', '10.0/8', '10.0.0.256/8', 'fd00::/129', 'a.test/8', '10.0.0.0/8,']],
    ['OUTBOUND_ALLOW', ['10.0.0.0/8:0', '10.0.0.0/8:65536', '10.0.0.0/8:', '10.0.0.0:443', ':443']],
    ['DNS_SERVERS', ['dns.example.com', '127.0.0.1:', '127.0.0.1;9.9.9.9', '::::', ',']],
    ['LOG_LEVEL', ['loud', 'INFO']],
    ['BOOTSTRAP_PLAN', ['paid']],
    ['BOOTSTRAP_API_KEY', ['a:b', 'k'.repeat(256)]],
    ['BOOTSTRAP_BROWSER_KEY', ['a:b', 'k'.repeat(256)]],
    ['BOOTSTRAP_API_SECRET', ['s'.repeat(256)]],
    ['API_PORT', ['0', '65536', '3000.5', 'http']],
    ['WORKER_PORT', ['-1', 'x']],
    ['DATABASE_POOL', ['1', '501', 'many']],
    ['API_WORKERS', ['0', '65', 'two']],
    ['WORKER_CONCURRENCY', ['0', '1001', '1.5', 'fifty']],
    ['SMTP_URL', ['smtp://', 'smtp:mail.example.com', 'http://mail.example.com', 'mail.example.com']],
  ])('refuses %s at the start for each of %j', (name, values) => {
    for (const value of values)
      expect([value, faultsOf({ ...GOOD, [name]: value })]).toEqual([value, [expect.stringMatching(`^${name} must`)]]);
  });
});
