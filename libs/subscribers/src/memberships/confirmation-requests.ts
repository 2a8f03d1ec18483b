import { keyValue } from '@dundun/people';
import type { ConfirmationRequest } from './membership-writes.js';

/** Returns the request to confirm of a person with an address. */
export function confirmationRequest(
  { list, person, evidence }: Pick<ConfirmationRequest, 'list' | 'person' | 'evidence'>,
  isUnproven: boolean,
): ConfirmationRequest {
  const address = keyValue(person, 'email');
  if (address === null || person.email === null) throw new Error('A confirmation needs an address.');
  return { list, person, address, to: person.email, evidence, isUnproven };
}
