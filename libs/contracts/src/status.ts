import { ApiProperty } from '@nestjs/swagger';

/** The answer of an operation that has nothing to show. */
export class StatusOk {
  @ApiProperty({ type: 'string', enum: ['ok'], example: 'ok' })
  status!: 'ok';
}
