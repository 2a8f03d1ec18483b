import { Controller, Inject } from '@nestjs/common';
import { AttributeView } from '@dundun/contracts';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import { AttributeNames } from '@dundun/subscribers';

/** Which attributes people have. */
@Controller()
export class AttributesController {
  constructor(@Inject(AttributeNames) private readonly names: AttributeNames) {}

  @Endpoint('GET /v1/data/attributes', {
    tag: 'Users',
    summary: 'List the attributes of users',
    description: 'All that users have or had, by name, at most 10,000.',
    access: 'secret',
    returns: [AttributeView],
  })
  list(@CurrentCaller() { workspaceId }: Caller): Promise<AttributeView[]> {
    return this.names.all(workspaceId);
  }
}
