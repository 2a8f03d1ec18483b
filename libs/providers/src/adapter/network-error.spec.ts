import { describe, expect, it } from '@jest/globals';
import { isCertificateCode, networkCode, networkDetail, oneLine } from './network-error.js';

const coded = (message: string, more: object) => Object.assign(new Error(message), more);

describe('networkDetail', () => {
  it.each([
    [
      coded('connect ECONNREFUSED 127.0.0.1:25', { code: 'ECONNREFUSED' }),
      'ECONNREFUSED',
      'connect ECONNREFUSED 127.0.0.1:25',
    ],
    [coded('refused', { code: 'ESOCKET', originalCode: 'ECONNREFUSED' }), 'ECONNREFUSED', 'refused (ECONNREFUSED)'],
    [new AggregateError([coded('first', { code: 'EHOSTUNREACH' })], ''), 'EHOSTUNREACH', 'first (EHOSTUNREACH)'],
    [new Error('plain'), undefined, 'plain'],
    ['text', undefined, 'text'],
    [undefined, undefined, 'undefined'],
  ])('%p', (error, code, detail) => {
    expect([networkCode(error), networkDetail(error)]).toEqual([code, detail]);
  });
});

describe('oneLine', () => {
  it('keeps one line of whole characters', () => {
    expect(oneLine(' a\r\nb\u0000\tc ')).toBe('a b c');
    expect(oneLine('\ud83e lone')).toBe('\ufffd lone');
    expect(oneLine('x'.repeat(499) + '🥁')).toBe('x'.repeat(499) + '\ufffd');
  });
});

describe('isCertificateCode', () => {
  it.each([
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ])('%s', (code) => expect(isCertificateCode(code)).toBe(true));
  it.each(['ECONNRESET', 'ETLS', undefined])('not %s', (code) => expect(isCertificateCode(code)).toBe(false));
});
