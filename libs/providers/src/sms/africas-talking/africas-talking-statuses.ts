import type { Fault } from '../../adapter/provider-outcome.js';

interface Status {
  code: number;
  name: string;
  fault: Fault;
}

const failed = (code: number, name: string, fault: Fault): Status => ({ code, name, fault });

/** Africa's Talking holds the message for a manual review. */
export const RISK_HOLD = 401;

/** The recipient status codes besides 100 processed, 101 sent and 102 queued. */
const FAILED: readonly Status[] = [
  failed(RISK_HOLD, 'RiskHold', 'provider'),
  failed(402, 'InvalidSenderId', 'provider'),
  failed(403, 'InvalidPhoneNumber', 'message'),
  failed(404, 'UnsupportedNumberType', 'message'),
  failed(405, 'InsufficientBalance', 'provider'),
  failed(406, 'UserInBlacklist', 'message'),
  failed(407, 'CouldNotRoute', 'message'),
  failed(409, 'DoNotDisturbRejection', 'message'),
  failed(500, 'InternalServerError', 'passing'),
  failed(501, 'GatewayError', 'passing'),
  failed(502, 'RejectedByGateway', 'passing'),
];

/** Whether Africa's Talking accepted the message for this recipient. */
export function isAccepted(code: number): boolean {
  return code >= 100 && code <= 102;
}

/** Returns who is at fault for a recipient's status code; undefined for an undocumented code. */
export function faultOfStatus(code: number): Fault | undefined {
  return FAILED.find((status) => status.code === code)?.fault;
}

/** Returns the failure that a sentence names; `InvalidSenderId` and "Invalid sender ID" are equal. */
export function statusNamedIn(sentence: string): Status | undefined {
  const text = sentence.replace(/[\s_-]+/g, '').toLowerCase();
  return FAILED.find(({ name }) => text.includes(name.toLowerCase()));
}
