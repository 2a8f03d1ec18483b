import { checkDkim } from './dkim-check.js';
import { checkDmarc } from './dmarc-check.js';
import type { DnsResult } from './dns-result.js';
import { type Dns, NoDnsAnswerError } from './dns-resolver.service.js';
import type { DomainRecord } from './domain-records.js';
import { checkAddress, checkAlias, checkMx } from './host-check.js';
import type { Finding } from './sending-domain.entity.js';
import { checkSpf } from './spf-check.js';

/** Checks all records of a domain concurrently. */
export function checkRecords(domain: string, records: DomainRecord[], dns: Dns): Promise<Finding[]> {
  return Promise.all(
    records.map(async (record) => {
      const { type, name, value } = record;
      return { type, name, value, ...(await check(record, domain, dns)) };
    }),
  );
}

async function check(record: DomainRecord, domain: string, dns: Dns): Promise<DnsResult> {
  try {
    return await checkOf(record)(record, domain, dns);
  } catch (error) {
    if (!(error instanceof NoDnsAnswerError)) throw error;
    const change = `The name servers gave no answer (${error.message}): the next check tries again.`;
    return { status: 'error', found: [], change };
  }
}

function checkOf({ type, purpose }: DomainRecord): typeof checkDkim {
  if (purpose === 'dkim') return checkDkim;
  if (purpose === 'dmarc') return checkDmarc;
  if (type === 'TXT') return checkSpf;
  if (type === 'MX') return checkMx;
  return type === 'CNAME' ? checkAlias : checkAddress;
}
