import type { DomainDetail, DomainRecordView, DomainView } from '@dundun/contracts';
import type { Config } from '@dundun/platform/config';
import { domainNotes, domainRecords, type DomainRecord } from './domain-records.js';
import { reportsToOf } from './report-address.js';
import type { Finding, SendingDomain } from './sending-domain.entity.js';
import type { SigningKey } from './signing-key.entity.js';

export const presentDomain = (row: SendingDomain): DomainView => ({
  id: row.id,
  domain: row.domain,
  status: row.connectedAt === null ? 'pending' : row.failingSince === null ? 'connected' : 'failing',
  connected_by: row.connectedAt === null ? null : (row.connectedBy ?? 'operator'),
  connected_at: row.connectedAt?.toISOString() ?? null,
  checked_at: row.checkedAt?.toISOString() ?? null,
  next_check_at: row.nextCheckAt.toISOString(),
  failing_since: row.failingSince?.toISOString() ?? null,
  rotation_pending: row.rotationAskedAt !== null,
  created_at: row.createdAt.toISOString(),
});

export const presentDomainDetail = (row: SendingDomain, keys: SigningKey[], config: Config): DomainDetail => ({
  ...presentDomain(row),
  records: domainRecords(row.domain, keys, config, reportsToOf(row, config)).map((record) =>
    presentRecord(record, row.findings),
  ),
  notes: domainNotes(row.domain, config),
});

/** A finding counts only for exactly the record that was checked. */
function presentRecord({ keyState, ...record }: DomainRecord, findings: Finding[]): DomainRecordView {
  const found = findings.find(
    ({ type, name, value }) => type === record.type && name === record.name && value === record.value,
  );
  return {
    ...record,
    key_state: keyState,
    status: found?.status ?? null,
    found: found?.found ?? [],
    change: found?.change ?? null,
  };
}
