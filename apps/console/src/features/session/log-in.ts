import { ApiError, answerOf } from '@dundun/client';
import { api } from '@/lib/api';

export interface Login {
  email: string;
  password: string;
  /** The second factor, when the first answer asked for it. */
  code?: string;
}

/** Another login may use up the challenges that this page solves. */
const MOST_CHALLENGES = 3;

/** Logs in. If too many attempts were made, by anybody, solves a challenge, which is always admitted. */
export const logIn = ({ email, password, code }: Login) =>
  withProof(email, (proof) => answerOf(api.POST('/console/session', { body: { email, password, proof, code } })));

/** Calls what counts attempts to sign in, again with a solved challenge if it was refused for their number. */
export async function withProof<T>(email: string, call: (proof?: string) => Promise<T>): Promise<T> {
  let proof: string | undefined;
  for (let challenges = 0; ; challenges++) {
    try {
      return await call(proof);
    } catch (error) {
      const isLimited = error instanceof ApiError && error.code === 'too_many_logins';
      if (!isLimited || challenges === MOST_CHALLENGES) throw error;
      const { solveChallenge } = await import('@/lib/proof-of-work');
      proof = await solveChallenge(await answerOf(api.POST('/console/session/challenge', { body: { email } })));
    }
  }
}
