import { Body, Controller, Inject, Param } from '@nestjs/common';
import {
  CreateProfileBody,
  StatusOk,
  UpdateProfileBody,
  SendingProfileList,
  SendingProfileView,
} from '@dundun/contracts';
import { EmptyUpdateError } from '@dundun/domain';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import type { SendingProfile } from './sending-profile.entity.js';
import { SendingProfiles } from './sending-profiles.service.js';
import { NEW_PROFILE_EXAMPLES, PROFILE_EXAMPLES } from './template-examples.js';

const DOCUMENTED = { tag: 'Console', access: 'console' } as const;
const FIELDS = ['name', 'from_name', 'from_email', 'reply_to', 'integration_id'] as const;

/** Manages sending profiles: named senders of mail. */
@Controller()
export class SendingProfilesController {
  constructor(@Inject(SendingProfiles) private readonly profiles: SendingProfiles) {}

  @Endpoint('GET /console/profiles', {
    ...DOCUMENTED,
    role: 'viewer',
    limited: 'neutral',
    summary: 'List the sending profiles',
    returns: SendingProfileList,
  })
  async list(@CurrentCaller() { workspaceId }: Caller): Promise<SendingProfileList> {
    return { data: (await this.profiles.list(workspaceId)).map(present) };
  }

  @Endpoint('POST /console/profiles', {
    ...DOCUMENTED,
    role: 'marketer',
    summary: 'Create a sending profile',
    description: 'The workspace must be allowed to send from its address.',
    returns: SendingProfileView,
    examples: NEW_PROFILE_EXAMPLES,
  })
  async create(@CurrentCaller() { workspaceId }: Caller, @Body() body: CreateProfileBody): Promise<SendingProfileView> {
    const { name, from_name: fromName, from_email: fromEmail } = body;
    const optional = { replyTo: body.reply_to ?? null, integrationId: body.integration_id ?? null };
    return present(await this.profiles.create(workspaceId, { name, fromName, fromEmail, ...optional }));
  }

  @Endpoint('GET /console/profiles/:id', {
    ...DOCUMENTED,
    role: 'viewer',
    limited: 'neutral',
    summary: 'Read a sending profile',
    returns: SendingProfileView,
    refuses: ['unknown'],
  })
  async get(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<SendingProfileView> {
    return present(await this.profiles.find(workspaceId, id));
  }

  @Endpoint('PUT /console/profiles/:id', {
    ...DOCUMENTED,
    role: 'marketer',
    summary: 'Change a sending profile',
    returns: SendingProfileView,
    refuses: ['unknown'],
    examples: PROFILE_EXAMPLES,
  })
  async update(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Body() body: UpdateProfileBody,
  ): Promise<SendingProfileView> {
    if (FIELDS.every((field) => body[field] === undefined)) throw new EmptyUpdateError(FIELDS);
    const { name, from_name: fromName, from_email: fromEmail, reply_to: replyTo, integration_id: integrationId } = body;
    return present(await this.profiles.update(workspaceId, id, { name, fromName, fromEmail, replyTo, integrationId }));
  }

  @Endpoint('POST /console/profiles/:id/default', {
    ...DOCUMENTED,
    role: 'marketer',
    summary: 'Make a sending profile the default',
    description: 'The default sends confirmations, and test sends of templates without a profile.',
    returns: SendingProfileView,
    refuses: ['unknown'],
  })
  async makeDefault(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<SendingProfileView> {
    return present(await this.profiles.makeDefault(workspaceId, id));
  }

  @Endpoint('DELETE /console/profiles/:id', {
    ...DOCUMENTED,
    role: 'marketer',
    summary: 'Remove a sending profile',
    description: 'Templates that use it have no profile afterwards.',
    returns: StatusOk,
    refuses: ['unknown'],
  })
  async remove(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<StatusOk> {
    await this.profiles.remove(workspaceId, id);
    return { status: 'ok' };
  }
}

const present = (row: SendingProfile): SendingProfileView => ({
  id: row.id,
  name: row.name,
  from_name: row.fromName,
  from_email: row.fromEmail,
  reply_to: row.replyTo,
  integration_id: row.integrationId,
  is_default: row.isDefault,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
