import { ApiProperty } from '@nestjs/swagger';
import { Bool, Text, Url } from './fields/index.js';
import { PageView } from './page.js';

const TITLE = { min: 1, max: 64, header: true, description: 'The name of the list.', example: 'Product news' } as const;

/** Fields common to creating and updating a list. */
abstract class ListBody {
  @Text({
    max: 255,
    optional: true,
    nullable: true,
    description: 'Shown to subscribers on the confirm, preference and unsubscribe pages.',
    example: 'One mail a month about what is new.',
  })
  description?: string | null;

  @Url({
    optional: true,
    nullable: true,
    description: 'Where the hosted form redirects after a join; joins through the API never redirect.',
    example: 'https://example.com/thanks',
  })
  redirect_url?: string | null;

  @Bool({
    lenient: true,
    optional: true,
    description: 'Whether new subscribers must confirm by email; false by default.',
    example: true,
  })
  double_optin?: boolean;

  @Bool({
    lenient: true,
    optional: true,
    description: 'Whether preference pages offer the list to people who are not on it; false by default.',
    example: false,
  })
  is_public?: boolean;
}

/** POST /v1/lists. */
export class CreateListBody extends ListBody {
  @Text(TITLE)
  title!: string;
}

/** PUT /v1/lists/{id}: an absent key leaves the value, null clears it. */
export class UpdateListBody extends ListBody {
  @Text({ ...TITLE, optional: true, refusesEmpty: true })
  title?: string;
}

/** A list. */
export class ListView {
  @ApiProperty({ description: 'The id.', example: '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11' })
  id!: string;

  @ApiProperty({ description: 'The title, which people see.', example: 'Product news' })
  title!: string;

  @ApiProperty({
    description: 'The description, which people see.',
    type: 'string',
    nullable: true,
    example: 'One mail a month about what is new.',
  })
  description!: string | null;

  @ApiProperty({ type: 'integer', description: 'Subscribed and pending people.', example: 1204 })
  subscriber_count!: number;

  @ApiProperty({ type: 'integer', description: 'Broadcasts sent to the list.', example: 0 })
  broadcast_count!: number;

  @ApiProperty({ description: 'Whether people confirm by mail before they are subscribed.', example: true })
  double_optin!: boolean;

  @ApiProperty({ description: 'Whether preference pages offer it to people who are not on it.', example: false })
  is_public!: boolean;

  @ApiProperty({ description: 'Where people go after they confirmed.', type: 'string', nullable: true, example: null })
  redirect_url!: string | null;

  @ApiProperty({
    description: 'When it was created.',
    type: 'string',
    format: 'date-time',
    example: '2026-11-20T09:30:00.000Z',
  })
  created_at!: string;
}

/** A page of lists, newest first. */
export class ListPage extends PageView {
  @ApiProperty({ description: 'The rows.', type: [ListView] })
  data!: ListView[];
}
