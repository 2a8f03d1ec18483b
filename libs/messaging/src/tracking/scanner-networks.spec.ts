import { describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScannerNetworks } from './scanner-networks.service.js';

/** The networks of a file with this content. */
function networksOf(content: string): ScannerNetworks {
  const folder = mkdtempSync(join(tmpdir(), 'scanners-'));
  try {
    const file = join(folder, 'scanners.txt');
    writeFileSync(file, content);
    return new ScannerNetworks({ SCANNER_NETWORKS_FILE: file });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('ScannerNetworks', () => {
  it('knows no network without a file', () => {
    expect(new ScannerNetworks({}).has('192.0.2.7')).toBe(false);
  });

  it('reads ranges, comments and empty lines', () => {
    const networks = networksOf('# a vendor, 2026-11-01\n192.0.2.0/24 # gateways\n\n2001:db8::/32\r\n');
    expect(['192.0.2.7', '::ffff:192.0.2.7', '2001:db8::1'].map((ip) => networks.has(ip))).toEqual([true, true, true]);
    expect(['198.51.100.1', '2001:db9::1'].map((ip) => networks.has(ip))).toEqual([false, false]);
  });

  it.each(['192.0.2.7', '192.0.2.0/33', 'example.com/8', '2001:db8::/129', '192.0.2.0/-1', '\0'])(
    'names the line that is not a range: %j',
    (line) => expect(() => networksOf(`192.0.2.0/24\n${line}`)).toThrow('line 2 is not a range'),
  );
});
