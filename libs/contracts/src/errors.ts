import { ApiProperty } from '@nestjs/swagger';

/** Body of every refusal: a text for people. The code for programs is in the header `Dundun-Error`. */
export class ErrorView {
  @ApiProperty({ example: 'title must be 1 to 64 characters without line breaks.' })
  error!: string;
}

/** One wrong field of a problem. */
export class FieldFaultView {
  @ApiProperty({ example: 'title' })
  field!: string;

  @ApiProperty({ example: 'must be 1 to 64 characters without line breaks' })
  message!: string;
}

/** A refusal as RFC 9457 problem details, for callers that accept application/problem+json. */
export class ProblemView {
  @ApiProperty({ example: 'about:blank' })
  type!: string;

  @ApiProperty({ description: 'The phrase of the HTTP status.', example: 'Bad Request' })
  title!: string;

  @ApiProperty({ type: 'integer', example: 400 })
  status!: number;

  @ApiProperty({ example: 'title must be 1 to 64 characters without line breaks.' })
  detail!: string;

  @ApiProperty({ description: 'Stable, in snake_case.', example: 'invalid_input' })
  code!: string;

  @ApiProperty({ example: '01934870-0c55-7d0b-b0d5-94a1c9a4ff10' })
  request_id!: string;

  @ApiProperty({ type: [FieldFaultView], required: false, description: 'Every wrong field.' })
  errors?: FieldFaultView[];
}
