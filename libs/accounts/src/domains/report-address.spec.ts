import { describe, expect, it } from '@jest/globals';
import { readReportAddress, reportsToOf } from './report-address.js';

const ID = '01934871-5b7e-7f0a-9c1d-2f6b8e4a7c10';
const domain = { workspaceId: 7, id: ID, domain: 'news.example.com' };
const ADDRESS = 'dmarc-7-019348715b7e7f0a9c1d2f6b8e4a7c10@bounce.news.example.com';

describe('the address for DMARC reports', () => {
  it('names its workspace and domain, and fits into an email address', () => {
    expect(reportsToOf(domain, { INBOUND_SMTP_PORT: 25 })).toBe(ADDRESS);
    expect(readReportAddress(ADDRESS.toUpperCase())).toEqual({
      workspaceId: 7,
      domainId: ID,
      host: 'bounce.news.example.com',
    });
    const longest = reportsToOf({ ...domain, workspaceId: 2_147_483_647 }, { INBOUND_SMTP_PORT: 25 });
    expect(longest?.indexOf('@')).toBeLessThanOrEqual(64);
  });

  it('does not exist where no mail is received', () => {
    expect(reportsToOf(domain, { INBOUND_SMTP_PORT: undefined })).toBeNull();
  });

  it.each([
    '',
    'postmaster@example.com',
    'dmarc-7@bounce.example.com',
    ADDRESS.replace('-7-', '-0-'),
    ADDRESS.replace('-7-', '-4294967296-'),
    ADDRESS.replace('c10@', '@'),
    `${ADDRESS}\u0000`,
    `x${ADDRESS}`,
  ])('is not %j', (address) => {
    expect(readReportAddress(address)).toBeNull();
  });
});
