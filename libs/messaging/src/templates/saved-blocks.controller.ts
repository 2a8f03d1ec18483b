import { Body, Controller, Inject, Param } from '@nestjs/common';
import { SaveBlockBody, SavedBlockList, SavedBlockView, StatusOk } from '@dundun/contracts';
import { InvalidInputError, UnknownBlockError } from '@dundun/domain';
import { readBlock } from '@dundun/domain/mail-design';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import { MOST, SavedBlocks, type SavedBlockRow } from './saved-blocks.repository.js';

const DOCUMENTED = { tag: 'Console', access: 'console' } as const;

/** Manages the blocks that are kept for other templates. */
@Controller()
export class SavedBlocksController {
  constructor(@Inject(SavedBlocks) private readonly blocks: SavedBlocks) {}

  @Endpoint('GET /console/template-blocks', {
    ...DOCUMENTED,
    role: 'viewer',
    limited: 'neutral',
    operationId: 'listTemplateBlocks',
    summary: 'List the saved blocks',
    returns: SavedBlockList,
  })
  async list(@CurrentCaller() { workspaceId }: Caller): Promise<SavedBlockList> {
    return { data: (await this.blocks.list(workspaceId)).map(present) };
  }

  @Endpoint('POST /console/template-blocks', {
    ...DOCUMENTED,
    role: 'marketer',
    operationId: 'saveTemplateBlock',
    summary: 'Save a block for other templates',
    returns: SavedBlockView,
  })
  async save(
    @CurrentCaller() { workspaceId }: Caller,
    @Body() { name, block }: SaveBlockBody,
  ): Promise<SavedBlockView> {
    const read = readBlock(block);
    if ('faults' in read) throw new InvalidInputError(read.faults);
    const saved = await this.blocks.save(workspaceId, name, read.block);
    if (!saved)
      throw new InvalidInputError([{ field: 'block', message: `must be one of at most ${MOST}: delete one first` }]);
    return present(saved);
  }

  @Endpoint('DELETE /console/template-blocks/:id', {
    ...DOCUMENTED,
    role: 'marketer',
    operationId: 'deleteTemplateBlock',
    summary: 'Delete a saved block',
    description: 'Templates that contain it keep it.',
    returns: StatusOk,
    refuses: ['unknown'],
  })
  async delete(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<StatusOk> {
    if (!(await this.blocks.delete(workspaceId, id))) throw new UnknownBlockError();
    return { status: 'ok' };
  }
}

const present = ({ id, name, block }: SavedBlockRow): SavedBlockView => ({ id, name, block });
