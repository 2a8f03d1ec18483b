import { Inject, Injectable } from '@nestjs/common';
import { mergedSettings, splitSettings } from '@dundun/accounts';
import type { UnknownPerson } from '@dundun/contracts';
import { InvalidInputError, TooManySourcesError, UnknownSourceError, type JsonObject } from '@dundun/domain';
import { Seal } from '@dundun/platform/config';
import { Database, newId } from '@dundun/platform/database';
import { IsNull, Not } from 'typeorm';
import { validate } from 'uuid';
import { Mappings } from '../mapping/mappings.service.js';
import type { SourceAdapter } from '../adapters/source-adapter.js';
import { Source } from './source.entity.js';
import { adapterOf } from '../adapters/source-registry.js';

const MOST_SOURCES = 500;

/** Fields of a source apart from its settings; an absent key leaves the stored value. */
export interface SourceFieldsGiven {
  name?: string;
  unknownPerson?: UnknownPerson;
  enabled?: boolean;
}

/** A source with its adapter and opened settings. */
export interface OpenSource {
  source: Source;
  adapter: SourceAdapter;
  settings: JsonObject;
}

/** The sources of a workspace. */
@Injectable()
export class Sources {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Seal) private readonly seal: Seal,
    @Inject(Mappings) private readonly mappings: Mappings,
  ) {}

  /** Without the secrets. */
  list(workspaceId: number): Promise<Source[]> {
    return this.rows.find({ where: { workspaceId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** Without the secrets. @throws UnknownSourceError */
  async find(workspaceId: number, id: string): Promise<Source> {
    const found = validate(id) && (await this.rows.findOneBy({ workspaceId, id }));
    if (!found) throw new UnknownSourceError();
    return found;
  }

  /** Opens a source with its secrets and applies the changes; null clears a setting. @returns undefined when it does not exist @throws CannotOpenError */
  async open(workspaceId: number, id: string, changes: JsonObject = {}): Promise<OpenSource | undefined> {
    const withSecrets = this.rows.createQueryBuilder('source').addSelect('source.sealedSettings');
    const source = await withSecrets.where({ workspaceId, id }).getOne();
    const adapter = source && adapterOf(source.kind);
    if (!source || !adapter) return undefined;
    const { sealedSettings } = source;
    const secret = sealedSettings === null ? {} : (JSON.parse(this.seal.open(sealedSettings)) as JsonObject);
    return { source, adapter, settings: mergedSettings({ ...source.settings, ...secret }, changes) };
  }

  /** @throws InvalidInputError for an unknown kind, invalid settings or an invalid mapping; TooManySourcesError */
  async add(
    workspaceId: number,
    kind: string,
    { name = kind, unknownPerson = 'create', enabled = true }: SourceFieldsGiven,
    settings: JsonObject = {},
  ): Promise<Source> {
    const adapter = adapterOf(kind);
    if (!adapter) throw new InvalidInputError([{ field: 'kind', message: 'must be one of GET /console/source-kinds' }]);
    const sealed = await this.checked(workspaceId, adapter, settings);
    if ((await this.rows.countBy({ workspaceId })) >= MOST_SOURCES) throw new TooManySourcesError(MOST_SOURCES);
    const id = newId();
    await this.rows.insert({ workspaceId, id, kind, name, unknownPerson, enabled, byKey: false, ...sealed } as never);
    return this.find(workspaceId, id);
  }

  /**
   * Opens the source of calls with API credentials, creating it on the first call.
   * @returns undefined when it is switched off
   */
  async byKey(workspaceId: number, kind: string): Promise<OpenSource | undefined> {
    const where = { workspaceId, kind, byKey: true };
    let found = await this.rows.findOneBy(where);
    if (!found) {
      await this.database.execute(ADD_BY_KEY, [workspaceId, newId(), kind, adapterOf(kind)?.title ?? kind]);
      found = await this.rows.findOneByOrFail(where);
    }
    return found.enabled ? this.open(workspaceId, found.id) : undefined;
  }

  /** Settings that are not given keep their values. @throws UnknownSourceError, InvalidInputError */
  async update(
    workspaceId: number,
    id: string,
    { name, unknownPerson, enabled }: SourceFieldsGiven,
    settings?: JsonObject,
  ): Promise<Source> {
    await this.find(workspaceId, id);
    const tried = settings && (await this.open(workspaceId, id, settings));
    // Outside the transaction, since a mapping can be slow. Concurrent changes were checked by the calls that made them.
    if (tried) await this.checked(workspaceId, tried.adapter, tried.settings);
    return this.database.transaction(async () => {
      await this.database.query(LOCK, [workspaceId, id]);
      const open = settings && (await this.open(workspaceId, id, settings));
      const given = { name, unknownPerson, enabled, ...(open && this.sealed(open.adapter, open.settings)) };
      const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      await this.rows.update({ workspaceId, id }, { ...changes, updatedAt: new Date() } as never);
      return this.find(workspaceId, id);
    });
  }

  /** Deletes a source with its unprocessed events. @throws UnknownSourceError */
  async remove(workspaceId: number, id: string): Promise<void> {
    await this.find(workspaceId, id);
    await this.rows.delete({ workspaceId, id });
  }

  /** Counts a refused call. @param detail why it was refused */
  async countRefused(workspaceId: number, id: string, detail: string): Promise<void> {
    await this.database.execute(COUNT_REFUSED, [workspaceId, id, detail.slice(0, 500)]);
  }

  /**
   * Seals every secret again under SECRET_KEY, so that SECRET_KEY_PREVIOUS can be removed. @returns the number of sources
   * @throws CannotOpenError
   */
  async rotate(): Promise<number> {
    const select = { workspaceId: true, id: true, sealedSettings: true } as const;
    const rows = await this.rows.find({ select, where: { sealedSettings: Not(IsNull()) } });
    for (const { workspaceId, id, sealedSettings } of rows) {
      const again = this.seal.seal(this.seal.open(sealedSettings as string));
      await this.rows.update({ workspaceId, id, sealedSettings: sealedSettings as string }, { sealedSettings: again });
    }
    return rows.length;
  }

  private async checked(workspaceId: number, adapter: SourceAdapter, entered: JsonObject) {
    const sealed = this.sealed(adapter, entered);
    const faults = await adapter.check?.(entered, (mapping) => this.mappings.check(workspaceId, mapping));
    if (faults?.length) throw new InvalidInputError(faults);
    return sealed;
  }

  private sealed(adapter: SourceAdapter, entered: JsonObject) {
    const { plain, secret } = splitSettings(adapter, entered);
    const isEmpty = Object.keys(secret).length === 0;
    return { settings: plain, sealedSettings: isEmpty ? null : this.seal.seal(JSON.stringify(secret)) };
  }

  private get rows() {
    return this.database.repository(Source);
  }
}

/** Serializes concurrent changes of settings. */
const LOCK = 'SELECT FROM sources WHERE workspace_id = $1 AND id = $2 FOR NO KEY UPDATE';

const ADD_BY_KEY = `
  INSERT INTO sources (workspace_id, id, kind, name, by_key) VALUES ($1, $2, $3, $4, true)
  ON CONFLICT (workspace_id, kind) WHERE by_key DO NOTHING`;

const COUNT_REFUSED = `
  UPDATE sources SET refused = refused + 1, refused_at = now(), refusal = $3 WHERE workspace_id = $1 AND id = $2`;
