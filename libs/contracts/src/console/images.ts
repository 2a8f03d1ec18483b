import { ApiProperty } from '@nestjs/swagger';
import { Text } from '../fields/index.js';
import { PageQuery, PageView } from '../page.js';

/** Selects images, and pages through them. */
export class ImagesQuery extends PageQuery {
  @Text({ optional: true, max: 200, description: 'Part of the name.', example: 'logo' })
  q?: string;
}

/** Describes an image that is added. */
export class AddImageQuery {
  @Text({ optional: true, max: 200, header: true, description: 'Name to find it by.', example: 'logo.png' })
  name?: string;
}

/** An image that templates can show. */
export class ImageView {
  @ApiProperty({ description: 'The id.', example: '1b4e28ba-2fa1-4d3b-a3f5-cc9e2d1f0a11' })
  id!: string;

  @ApiProperty({ description: 'The name.', example: 'logo.png' })
  name!: string;

  @ApiProperty({
    description: 'Its public address, whose content never changes.',
    example: 'https://send.example.com/v1/images/1b4e28ba-2fa1-4d3b-a3f5-cc9e2d1f0a11.png',
  })
  url!: string;

  @ApiProperty({ description: 'Pixels.', type: 'integer', example: 600 })
  width!: number;

  @ApiProperty({ description: 'Pixels.', type: 'integer', example: 200 })
  height!: number;

  @ApiProperty({ description: 'Bytes of the file.', type: 'integer', example: 18_204 })
  bytes!: number;

  @ApiProperty({
    description: 'When it was added.',
    type: 'string',
    format: 'date-time',
    example: '2026-11-20T09:30:00.000Z',
  })
  created_at!: string;
}

/** A page of images, newest first. */
export class ImagePage extends PageView {
  @ApiProperty({ description: 'The rows.', type: [ImageView] })
  data!: ImageView[];
}
