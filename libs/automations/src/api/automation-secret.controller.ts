import { Controller, Inject } from '@nestjs/common';
import { AutomationSecretView } from '@dundun/contracts';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import { SigningSecrets } from '../calling/signing-secrets.repository.js';

const DOCUMENTED = { tag: 'Automations', access: 'console', role: 'admin', returns: AutomationSecretView } as const;

/** The secret by which receivers know the calls of automations. */
@Controller()
export class AutomationSecretController {
  constructor(@Inject(SigningSecrets) private readonly secrets: SigningSecrets) {}

  @Endpoint('GET /console/automation-secret', {
    ...DOCUMENTED,
    summary: 'Read the secret that signs calls of automations',
    description:
      'One secret signs the calls of all automations of the workspace. It is made when the first call needs it, or when it is rotated before.',
  })
  async get(@CurrentCaller() { workspaceId }: Caller): Promise<AutomationSecretView> {
    return { secret: await this.secrets.find(workspaceId) };
  }

  @Endpoint('POST /console/automation-secret/rotate', {
    ...DOCUMENTED,
    summary: 'Rotate the secret that signs calls of automations',
    description:
      'For 24 hours every call also carries a signature with the old secret. Without one, it makes the first.',
    secretAnswer: true,
  })
  async rotate(@CurrentCaller() { workspaceId }: Caller): Promise<AutomationSecretView> {
    return { secret: await this.secrets.rotate(workspaceId) };
  }
}
