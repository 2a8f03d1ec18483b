import { ApiProperty } from '@nestjs/swagger';
import { Text } from './fields/index.js';

/** An image of a mail at another server. */
export class RemoteImageView {
  @ApiProperty({ description: 'The address as the mail has it.', example: 'https://img.example.com/logo.png' })
  url!: string;

  @ApiProperty({ description: 'Fetches it from GET /console/remote-images, for an hour.', example: 'MTc2MzYz.kq3' })
  token!: string;
}

/** The images of a mail at other servers, at most fifty. */
export class RemoteImagesView {
  @ApiProperty({ description: 'The images.', type: [RemoteImageView] })
  data!: RemoteImageView[];
}

/** Selects an image. */
export class RemoteImageQuery {
  @Text({ min: 1, max: 4096, description: 'Names and signs the address of the image.', example: 'MTc2MzYz.kq3' })
  token!: string;
}
