import { ApiProperty } from '@nestjs/swagger';

/** The answer of an operation without a result. */
export class StatusOk {
  @ApiProperty({ type: 'string', enum: ['ok'], example: 'ok' })
  status!: 'ok';
}
