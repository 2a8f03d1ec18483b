import { Inject, Injectable } from '@nestjs/common';
import type { CreateAutomationBody, UpdateAutomationBody } from '@dundun/contracts';
import {
  AutomationChangedError,
  AutomationStateError,
  EmptyUpdateError,
  GRAPH_LIMITS,
  InvalidInputError,
  UnknownAutomationError,
  utf8Bytes,
  type JsonObject,
} from '@dundun/domain';
import { Database, newId, type Page, type PageRequest } from '@dundun/platform/database';
import { validate } from 'uuid';
import { EMPTY_DRAFT, type AutomationFilter, type AutomationRow } from './automation.js';
import { AutomationDrafts } from './automation-drafts.repository.js';

const COPY_LENGTH = 93;

/** Creates, changes and deletes what is drawn. A draft may be incomplete; publishing checks it. */
@Injectable()
export class Automations {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(AutomationDrafts) private readonly drafts: AutomationDrafts,
  ) {}

  /** @throws InvalidInputError */
  async create(workspaceId: number, { name, graph = EMPTY_DRAFT }: CreateAutomationBody): Promise<AutomationRow> {
    const id = newId();
    await this.drafts.insert(workspaceId, id, name, sized(graph as JsonObject));
    return this.get(workspaceId, id);
  }

  /** @throws UnknownAutomationError */
  async get(workspaceId: number, id: string): Promise<AutomationRow> {
    return found(validate(id) ? await this.drafts.find(workspaceId, id.toLowerCase()) : undefined);
  }

  page(workspaceId: number, page: PageRequest, filter: AutomationFilter = {}): Promise<Page<AutomationRow>> {
    return this.drafts.page(workspaceId, page, filter);
  }

  /** Changes the given fields; what is live stays as it is. @throws UnknownAutomationError, EmptyUpdateError, AutomationChangedError, InvalidInputError */
  async update(
    workspaceId: number,
    id: string,
    { name, graph, base_updated_at: base }: UpdateAutomationBody,
  ): Promise<AutomationRow> {
    if (name === undefined && graph === undefined) throw new EmptyUpdateError(['name', 'graph']);
    const draft = graph && sized(graph as JsonObject);
    return this.locked(workspaceId, id, async (automation) => {
      if (base !== undefined && base.getTime() !== automation.updated_at.getTime()) throw new AutomationChangedError();
      await this.drafts.update(workspaceId, automation.id, name ?? automation.name, draft ?? automation.draft);
      return this.get(workspaceId, automation.id);
    });
  }

  /** Deletes an automation that never was live. @throws UnknownAutomationError, AutomationStateError */
  async remove(workspaceId: number, id: string): Promise<void> {
    await this.locked(workspaceId, id, async ({ id: known, state }) => {
      if (state !== 'draft') throw new AutomationStateError(state, 'delete');
      await this.drafts.delete(workspaceId, known);
    });
  }

  /** Returns a new draft with the graph of an automation. @throws UnknownAutomationError */
  async duplicate(workspaceId: number, id: string): Promise<AutomationRow> {
    const { name, draft } = await this.get(workspaceId, id);
    return this.create(workspaceId, { name: `${name.slice(0, COPY_LENGTH)} (copy)`, graph: draft });
  }

  /** Does work with an automation that nobody else changes meanwhile. @throws UnknownAutomationError */
  async locked<T>(workspaceId: number, id: string, work: (automation: AutomationRow) => Promise<T>): Promise<T> {
    return this.database.transaction(async () =>
      work(found(validate(id) ? await this.drafts.lock(workspaceId, id.toLowerCase()) : undefined)),
    );
  }
}

function found(row: AutomationRow | undefined): AutomationRow {
  if (!row) throw new UnknownAutomationError();
  return row;
}

function sized(graph: JsonObject): JsonObject {
  if (utf8Bytes(JSON.stringify(graph)) <= GRAPH_LIMITS.bytes) return graph;
  throw new InvalidInputError([{ field: 'graph', message: `must be at most ${GRAPH_LIMITS.bytes} bytes of JSON` }]);
}
