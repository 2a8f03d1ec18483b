import { Inject, Injectable } from '@nestjs/common';
import { NotSignedInError, type Refusal, WrongCredentialsError } from '@dundun/domain';
import { Authenticator, type Caller } from '@dundun/platform/http';
import { ApiKeys } from './credentials/api-keys.repository.js';
import { Sessions } from './team/sessions.repository.js';

/** Authenticates by the Authorization header or else by the session cookie. An invalid header does not fall back to the cookie. */
@Injectable()
export class CredentialsAuthenticator extends Authenticator {
  constructor(
    @Inject(ApiKeys) private readonly keys: ApiKeys,
    @Inject(Sessions) private readonly sessions: Sessions,
  ) {
    super();
  }

  authenticate(
    authorization: string | undefined,
    session: string | undefined,
    connection?: object,
  ): Caller | Promise<Caller> {
    if (authorization !== undefined) {
      return known(this.keys.identify(authorization, connection), WrongCredentialsError);
    }
    if (session !== undefined) return known(this.sessions.identify(session), NotSignedInError);
    throw new WrongCredentialsError();
  }
}

type Found = Caller | null;

function known(found: Found | Promise<Found>, Refused: new () => Refusal): Caller | Promise<Caller> {
  if (found instanceof Promise) return found.then((caller) => known(caller, Refused));
  if (found === null) throw new Refused();
  return found;
}
