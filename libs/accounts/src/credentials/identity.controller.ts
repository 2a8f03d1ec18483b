import { Body, Controller, Inject } from '@nestjs/common';
import { IdentityView, UpdateIdentityBody } from '@dundun/contracts';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import { Identities, type IdentitySettings } from './identities.repository.js';

const DOCUMENTED = { tag: 'Console', access: 'console', role: 'admin', returns: IdentityView } as const;

/** The settings of signed identities. */
@Controller()
export class IdentityController {
  constructor(@Inject(Identities) private readonly identities: Identities) {}

  @Endpoint('GET /console/identity', {
    ...DOCUMENTED,
    summary: 'Get the identity secret and its settings',
    description:
      'Your server signs the uid of its user with the secret; the page sends the signature as Dundun-Identity.',
  })
  async get(@CurrentCaller() { workspaceId }: Caller): Promise<IdentityView> {
    return present(await this.identities.settings(workspaceId));
  }

  @Endpoint('PUT /console/identity', {
    ...DOCUMENTED,
    summary: 'Change what calls with the key alone may do for users',
  })
  async update(@CurrentCaller() { workspaceId }: Caller, @Body() body: UpdateIdentityBody): Promise<IdentityView> {
    const { required: isRequired, closed_attributes: closedAttributes } = body;
    const closesUsedAttributes = body.close_used_attributes;
    const changes = { isRequired, closedAttributes, closesUsedAttributes };
    return present(await this.identities.update(workspaceId, changes));
  }

  @Endpoint('POST /console/identity/rotate', {
    ...DOCUMENTED,
    summary: 'Replace the identity secret',
    description:
      'Signatures by the present secret are accepted for 24 more hours. To end a leaked secret at once, rotate twice.',
    secretAnswer: true,
  })
  async rotate(@CurrentCaller() { workspaceId }: Caller): Promise<IdentityView> {
    return present(await this.identities.rotate(workspaceId));
  }
}

const present = (settings: IdentitySettings): IdentityView => ({
  secret: settings.secret,
  previous_until: settings.previousUntil?.toISOString() ?? null,
  required: settings.isRequired,
  closed_attributes: settings.closedAttributes,
  close_used_attributes: settings.closesUsedAttributes,
  used_attributes: settings.usedAttributes,
});
