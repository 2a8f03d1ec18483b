import { Controller, Inject } from '@nestjs/common';
import { AccountView } from '@dundun/contracts';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import { Features } from './features.service.js';

@Controller()
export class AccountController {
  constructor(@Inject(Features) private readonly features: Features) {}

  @Endpoint('GET /v1/account', {
    summary: 'Get the account',
    description: 'The workspace of the key and its features.',
    access: 'key',
    role: 'viewer',
    limited: 'neutral',
    returns: AccountView,
    cors: true,
    browserKey: true,
    tag: 'Account',
  })
  async account(@CurrentCaller() { workspaceId }: Caller): Promise<AccountView> {
    return { id: String(workspaceId), features: await this.features.of(workspaceId) };
  }
}
