// A real OpenID Connect provider, in a process of its own. Signs in whoever says so: `ada+admins+staff` is ada@example.com, of two
// groups; `unverified-eve` has an address that nobody verified.
import { Provider } from 'oidc-provider';

const [port, redirect] = process.argv.slice(2);
const issuer = `http://127.0.0.1:${port}`;
const origin = new URL(redirect).origin;

const claimsOf = (id) => {
  const [name, ...groups] = id.split('+');
  return { sub: name, name, email: `${name}@example.com`, email_verified: !name.startsWith('unverified'), groups };
};

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'dundun',
      client_secret: 'the secret of the client',
      redirect_uris: [redirect],
      post_logout_redirect_uris: [`${origin}/login`],
    },
  ],
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
  pkce: { required: () => true },
  cookies: { keys: ['cookies of a test'] },
  findAccount: (_, id) => ({ accountId: id, claims: () => ({ ...claimsOf(id), sub: id }) }),
  async loadExistingGrant({ oidc }) {
    const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
    grant.addOIDCScope('openid email profile');
    await grant.save();
    return grant;
  },
});
provider.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
process.on('disconnect', () => process.exit(0));
