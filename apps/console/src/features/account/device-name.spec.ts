import { describe, expect, it } from '@jest/globals';
import { deviceName } from './device-name';

const MOZILLA = 'Mozilla/5.0';
const KIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('the name of a device', () => {
  it.each([
    [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${KIT} Chrome/156.0.0.0 Safari/537.36`, 'Chrome on Windows'],
    [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${KIT} Chrome/156.0 Safari/537.36 Edg/156.0`, 'Edge on Windows'],
    [
      `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15`,
      'Safari on macOS',
    ],
    [
      `${MOZILLA} (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 CriOS/156.0 Mobile Safari/604`,
      'Chrome on iPhone',
    ],
    [`${MOZILLA} (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0`, 'Firefox on Linux'],
    [
      `${MOZILLA} (Linux; Android 16) ${KIT} SamsungBrowser/30.0 Chrome/150.0 Mobile Safari/537.36`,
      'Samsung Internet on Android',
    ],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['x'.repeat(500), 'x'.repeat(60)],
    ['', 'Unknown device'],
    [null, 'Unknown device'],
  ])('is read from %j', (userAgent, name) => expect(deviceName(userAgent)).toBe(name));
});
