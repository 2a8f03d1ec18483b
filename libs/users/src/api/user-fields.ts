import type { UpdateUserBody } from '@dundun/contracts';
import type { UserFields } from './users.service.js';

/** Returns a body that creates a user: null is not given, because there is nothing to clear. */
export const createdBy = (body: UpdateUserBody): UpdateUserBody =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));

const NO_TOKEN = 'device_platform was ignored: there is no device_token';

/** Returns the body of a user call as fields of the person. */
export function fieldsOf(body: UpdateUserBody): UserFields {
  const { first_name, last_name, is_account, device_token, device_platform, created_at, tracking_refused, ...same } =
    body;
  const device = device_token ? { token: device_token, platform: device_platform } : undefined;
  return {
    ...same,
    firstName: first_name,
    lastName: last_name,
    isAccount: is_account,
    createdAt: created_at,
    trackingRefused: tracking_refused,
    device,
  };
}

/** Returns notices about device fields that have no effect. */
export const hintsOf = ({ device_platform, device_token }: UpdateUserBody): string[] =>
  device_platform && !device_token ? [NO_TOKEN] : [];
