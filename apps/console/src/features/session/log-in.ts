import { ApiError, answerOf } from '@dundun/client';
import { api } from '@/lib/api';

interface Login {
  email: string;
  password: string;
}

/** Another login may use up the challenges that this page solves. */
const MOST_CHALLENGES = 3;

/** Logs in. If too many attempts were made, by anybody, solves a challenge, which is always admitted. */
export async function logIn({ email, password }: Login) {
  let proof: string | undefined;
  for (let challenges = 0; ; challenges++) {
    try {
      return await answerOf(api.POST('/console/session', { body: { email, password, proof } }));
    } catch (error) {
      const isLimited = error instanceof ApiError && error.code === 'too_many_logins';
      if (!isLimited || challenges === MOST_CHALLENGES) throw error;
      const { solveChallenge } = await import('@/lib/proof-of-work');
      proof = await solveChallenge(await answerOf(api.POST('/console/session/challenge', { body: { email } })));
    }
  }
}
