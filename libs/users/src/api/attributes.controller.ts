import { Controller, Inject } from '@nestjs/common';
import { AttributeView } from '@dundun/contracts';
import { AttributeNames } from '@dundun/people';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';

/** The names of attributes. */
@Controller()
export class AttributesController {
  constructor(@Inject(AttributeNames) private readonly names: AttributeNames) {}

  @Endpoint('GET /v1/data/attributes', {
    tag: 'Users',
    summary: 'List the attributes of users',
    description: 'Every attribute that users have or had, sorted by name, at most 10,000.',
    access: 'secret',
    role: 'viewer',
    limited: 'neutral',
    returns: [AttributeView],
  })
  list(@CurrentCaller() { workspaceId }: Caller): Promise<AttributeView[]> {
    return this.names.all(workspaceId);
  }
}
