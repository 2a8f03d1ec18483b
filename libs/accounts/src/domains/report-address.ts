import type { Config } from '@dundun/platform/config';
import { returnPathHost } from './domain-records.js';
import type { SendingDomain } from './sending-domain.entity.js';

const SHAPE = /^dmarc-([1-9]\d{0,9})-([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})@([\da-z.-]{1,253})$/;
const MOST_WORKSPACE = 2_147_483_647;

/** The sending domain that an address for DMARC reports belongs to. */
export interface ReportAddress {
  workspaceId: number;
  domainId: string;
  /** The host of the address, whose domain has to be that of the row. */
  host: string;
}

/**
 * Returns the address to which receivers send their reports about a domain. It is published in the DNS, so it carries no
 * signature, which would end with the key that signed it.
 */
const reportAddress = (workspaceId: number, domainId: string, domain: string): string =>
  `dmarc-${workspaceId}-${domainId.replaceAll('-', '')}@${returnPathHost(domain)}`;

/** Returns the address of a domain's reports; null if this installation receives no mail. */
export const reportsToOf = (
  { workspaceId, id, domain }: Pick<SendingDomain, 'workspaceId' | 'id' | 'domain'>,
  { INBOUND_SMTP_PORT }: Pick<Config, 'INBOUND_SMTP_PORT'>,
): string | null => (INBOUND_SMTP_PORT === undefined ? null : reportAddress(workspaceId, id, domain));

/** @returns null for any other address */
export function readReportAddress(address: string): ReportAddress | null {
  const [, workspace, ...rest] = SHAPE.exec(address.toLowerCase()) ?? [];
  const host = rest.pop();
  if (workspace === undefined || host === undefined || Number(workspace) > MOST_WORKSPACE) return null;
  return { workspaceId: Number(workspace), domainId: rest.join('-'), host };
}
