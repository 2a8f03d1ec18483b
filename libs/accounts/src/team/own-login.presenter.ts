import type { MeView, OwnSessionView } from '@dundun/contracts';
import type { LoginRow } from '../logins/logins.repository.js';
import type { OwnWorkspace } from './own-login.service.js';
import type { SeenSession } from './sessions.repository.js';

export const presentMe = ({ login, workspaces }: { login: LoginRow; workspaces: OwnWorkspace[] }): MeView => ({
  email: login.email,
  has_password: login.password_hash !== null,
  two_factor_since: login.totp_since?.toISOString() ?? null,
  recovery_codes: login.recovery_codes,
  workspaces: workspaces.map(({ id, name, role, isCurrent }) => ({ id: String(id), name, role, current: isCurrent })),
});

export const presentOwnSession = (session: SeenSession, isCurrent: boolean): OwnSessionView => ({
  id: session.id,
  current: isCurrent,
  workspace: session.workspace,
  address: session.address,
  user_agent: session.user_agent,
  single_sign_on: session.by_sso,
  created_at: session.created_at.toISOString(),
  last_seen_at: session.last_seen_at.toISOString(),
  expires_at: session.expires_at.toISOString(),
});
