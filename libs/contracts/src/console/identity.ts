import { ApiProperty } from '@nestjs/swagger';
import { Bool } from '../fields/index.js';
import { AttributeNameList } from '../user-fields.js';

const REQUIRED =
  'Whether calls with the key alone about users and their events need the header Dundun-Identity. Visitors whom nobody has ' +
  'identified, with a uid that begins with anonymous-, and joins by number do not.';
const CLOSED =
  'Attributes that only a call with the API secret sets. A call with the key alone is told so by Dundun-Notice.';

const USED = 'Whether the attributes that the current templates and segments use are closed in the same way.';

/** PUT /console/identity: an absent key leaves the value. */
export class UpdateIdentityBody {
  @Bool({ optional: true, description: REQUIRED, example: false })
  required?: boolean;

  @AttributeNameList({ optional: true, description: CLOSED, example: ['plan'] })
  closed_attributes?: string[];

  @Bool({ optional: true, description: USED, example: true })
  close_used_attributes?: boolean;
}

/** How a workspace proves who its users are. */
export class IdentityView {
  @ApiProperty({
    type: 'string',
    nullable: true,
    description:
      'The key of the HMAC-SHA256 over the uid, for your server only. Null if SECRET_KEY cannot open it: rotate it.',
    example: 'di_0123456789ABCDEFGHIJKLMNOPQRSTUV',
  })
  secret!: string | null;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'Until when signatures by the secret before the last rotation are accepted.',
    example: null,
  })
  previous_until!: string | null;

  @ApiProperty({ description: REQUIRED, example: false })
  required!: boolean;

  @ApiProperty({ type: [String], description: CLOSED, example: ['plan'] })
  closed_attributes!: string[];

  @ApiProperty({ description: USED, example: true })
  close_used_attributes!: boolean;

  @ApiProperty({
    type: [String],
    description:
      'Attributes that are closed because a template or a segment uses them; those of archived ones are not.',
    example: ['plan'],
  })
  used_attributes!: string[];
}
