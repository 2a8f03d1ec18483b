import { ApiProperty } from '@nestjs/swagger';

/** The answer of an operation without a result. */
export class StatusOk {
  @ApiProperty({ description: 'Always ok.', type: 'string', enum: ['ok'], example: 'ok' })
  status!: 'ok';
}
