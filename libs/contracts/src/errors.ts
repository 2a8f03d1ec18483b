import { ApiProperty } from '@nestjs/swagger';

/** Body of every refusal: a text for people. The code for programs is in the header `Dundun-Error`. */
export class ErrorView {
  @ApiProperty({
    description: 'What is wrong, and the way out.',
    example: 'title must be 1 to 64 characters without line breaks.',
  })
  error!: string;
}

/** One wrong field of a problem. */
export class FieldFaultView {
  @ApiProperty({ description: 'The field, as in the request.', example: 'title' })
  field!: string;

  @ApiProperty({ description: 'What is wrong with it.', example: 'must be 1 to 64 characters without line breaks' })
  message!: string;
}

/** A refusal as RFC 9457 problem details, for callers that accept application/problem+json. */
export class ProblemView {
  @ApiProperty({ description: 'A link to the code.', example: 'about:blank' })
  type!: string;

  @ApiProperty({ description: 'The phrase of the HTTP status.', example: 'Bad Request' })
  title!: string;

  @ApiProperty({ description: 'The HTTP status.', type: 'integer', example: 400 })
  status!: number;

  @ApiProperty({
    description: 'What is wrong, and the way out.',
    example: 'title must be 1 to 64 characters without line breaks.',
  })
  detail!: string;

  @ApiProperty({ description: 'Stable, in snake_case.', example: 'invalid_input' })
  code!: string;

  @ApiProperty({
    description: 'The id of the request, for the operator.',
    example: '01934870-0c55-7d0b-b0d5-94a1c9a4ff10',
  })
  request_id!: string;

  @ApiProperty({ type: [FieldFaultView], required: false, description: 'Every wrong field.' })
  errors?: FieldFaultView[];
}
