import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { realLinks } from './engagements.repository.js';
import { JUDGE_AGAIN, TO_JUDGE, type ClassifiedRow } from './engagements.statements.js';
import { laterReasons, machineReason, type MachineReason } from './machine-detection.js';
import { ScannerNetworks } from './scanner-networks.service.js';

/** What a new classification changed. */
export interface Reclassified {
  seen: number;
  changed: number;
}

const PIECE = 5_000;
const NIL = '00000000-0000-0000-0000-000000000000';

/** Classifies stored opens and clicks again, by the rules and scanner networks of today. */
@Injectable()
export class Reclassification {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ScannerNetworks) private readonly scanners: ScannerNetworks,
  ) {}

  /** Classifies the opens and clicks of a workspace again, a few thousand at a time. Changes appear in its feed. */
  async run(workspaceId: number, piece = PIECE): Promise<Reclassified> {
    const total = { seen: 0, changed: 0 };
    for (let after = NIL, isLast = false; !isLast;) {
      const rows = await this.database.query<ClassifiedRow>(TO_JUDGE, [workspaceId, after, piece]);
      isLast = rows.length < piece;
      const messages = byMessage(rows);
      // The last message may go on in the next piece.
      if (!isLast && messages.length > 1) messages.pop();
      const changes = messages.flatMap((engagements) => this.changesOf(engagements));
      if (changes.length > 0) await this.database.execute(JUDGE_AGAIN, [workspaceId, JSON.stringify(changes)]);
      total.seen += messages.flat().length;
      total.changed += changes.length;
      after = messages.at(-1)?.[0]?.message_id ?? after;
    }
    return total;
  }

  private changesOf(engagements: ClassifiedRow[]) {
    const alone = engagements.map((row) => ({ ...row, reason: this.reasonOf(row) }));
    const [first] = engagements as [ClassifiedRow];
    const reasons = laterReasons(alone, first.links ? realLinks({ links: first.links, honeypot: first.honeypot }) : 0);
    return alone.flatMap(({ id, message_id, at, reason: own }, index) => {
      const reason = own ?? reasons.get(id) ?? null;
      return reason === engagements[index]?.reason ? [] : [{ message_id, at, id, reason }];
    });
  }

  /** What surrounds an open or click is judged afterwards; where its origin is forgotten, what it was classified as stays. */
  private reasonOf(row: ClassifiedRow): MachineReason | null {
    const { kind, link, at, ip, user_agent: userAgent, reason, ended_at: handedOverAt } = row;
    if (ip === null && userAgent === null) return reason;
    // Rows from before what a request declared was stored.
    const declared = row.declared ?? (reason === 'head' || reason === 'prefetch' ? reason : null);
    const honeypot = link !== null && link === row.honeypot;
    const isScanner = ip !== null && this.scanners.has(ip);
    return machineReason({ kind, userAgent, declared, honeypot, isScanner, at, handedOverAt });
  }
}

function byMessage(rows: ClassifiedRow[]): ClassifiedRow[][] {
  const messages: ClassifiedRow[][] = [];
  for (const row of rows) {
    const last = messages.at(-1);
    if (last?.[0]?.message_id === row.message_id) last.push(row);
    else messages.push([row]);
  }
  return messages;
}
