import { Inject, Injectable } from '@nestjs/common';
import {
  exportedRows,
  PersonContributions,
  PersonRows,
  type ExportedRows,
  type PersonErasure,
  type PersonMerge,
  type PersonToExport,
} from '@dundun/people';
import { Database } from '@dundun/platform/database';

/** The ledger is append-only for every other transaction. */
const ALLOW_CHANGES = `SET LOCAL dundun.erasing = 'on'`;

const MOVE = [
  `UPDATE consents SET person_id = $3 WHERE workspace_id = $1 AND person_id = $2`,
  `UPDATE confirmations SET person_id = $3 WHERE workspace_id = $1 AND person_id = $2`,
];

/** Keeps the fact that a person agreed or declined, but not who it was. The text they saw may name them, so it is cleared. */
const ERASE = [
  `UPDATE consents SET person_id = NULL, address = NULL, ip = NULL, user_agent = NULL, request_id = NULL, text_shown = NULL, text_said = NULL
   WHERE workspace_id = $1 AND person_id = $2`,
  `DELETE FROM confirmations WHERE workspace_id = $1 AND person_id = $2`,
];

/** The ledger of consents, and the links of confirmation mails. */
@Injectable()
export class PersonConsents extends PersonRows {
  readonly name = 'consents';
  readonly columns = [
    'consents.person_id',
    'consents.address',
    'consents.ip',
    'consents.user_agent',
    'consents.text_said',
    'confirmations.person_id',
    'confirmations.address',
    'confirmations.ip',
    'confirmations.user_agent',
  ];

  constructor(
    @Inject(PersonContributions) contributions: PersonContributions,
    @Inject(Database) private readonly database: Database,
  ) {
    super(contributions);
  }

  override async merge({ workspaceId, from, to }: PersonMerge): Promise<void> {
    await this.database.execute(ALLOW_CHANGES);
    for (const statement of MOVE) await this.database.execute(statement, [workspaceId, from.id, to.id]);
  }

  override async erase({ workspaceId, person }: PersonErasure): Promise<void> {
    await this.database.execute(ALLOW_CHANGES);
    for (const statement of ERASE) await this.database.execute(statement, [workspaceId, person.id]);
  }

  async *export({ workspaceId, personId }: PersonToExport): AsyncGenerator<ExportedRows> {
    const values = [workspaceId, personId];
    yield* exportedRows(this.database, {
      table: 'consents',
      columns: 'id, list_id, action, method, address, ip, user_agent, request_id, text_shown, text_said, at',
      where: 'workspace_id = $1 AND person_id = $2',
      values,
      key: { at: 'at', id: 'id' },
    });
    yield* exportedRows(this.database, {
      table: 'confirmations',
      columns: `list_id, address, sent, requested_at, expires_at, used_at, method, ip, user_agent, request_id,
        encode(token_hash, 'hex') AS token_hash`,
      where: 'workspace_id = $1 AND person_id = $2',
      values,
      key: { "encode(token_hash, 'hex')": 'token_hash' },
    });
  }
}
