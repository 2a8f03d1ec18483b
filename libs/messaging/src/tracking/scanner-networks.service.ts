import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@dundun/platform/config';

const RANGE = /^([0-9a-f.:]+)\/(\d{1,3})$/i;

/**
 * The networks of security scanners, which use the user agents of browsers. The operator names them in a file, one range per
 * line; none is built in, because no vendor's list with a readable, dated source was found (ADR 37).
 */
@Injectable()
export class ScannerNetworks {
  private readonly ranges = new BlockList();

  /** @throws Error if the file cannot be read or a line is no range */
  constructor(@Inject(CONFIG) { SCANNER_NETWORKS_FILE }: Pick<Config, 'SCANNER_NETWORKS_FILE'>) {
    if (SCANNER_NETWORKS_FILE !== undefined) this.load(readFileSync(SCANNER_NETWORKS_FILE, 'utf8'));
  }

  /** @param address a valid IP address */
  has(address: string): boolean {
    return this.ranges.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }

  private load(text: string): void {
    text.split('\n').forEach((line, index) => {
      const range = line.replace(/#.*/, '').trim();
      if (range === '') return;
      const [, address = '', bits = ''] = RANGE.exec(range) ?? [];
      const version = isIP(address);
      if (version === 0 || Number(bits) > (version === 6 ? 128 : 32))
        throw new Error(
          `SCANNER_NETWORKS_FILE: line ${index + 1} is not a range such as 192.0.2.0/24: ${range.slice(0, 60)}`,
        );
      this.ranges.addSubnet(address, Number(bits), version === 6 ? 'ipv6' : 'ipv4');
    });
  }
}
