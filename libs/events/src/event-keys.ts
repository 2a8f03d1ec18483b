import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';

const BATCH = 1_000;

/** Small batches, so that no store of an event waits long for a key that is just being forgotten. */
const EXPIRE = `
  WITH old AS (
    SELECT workspace_id, key FROM event_keys
    WHERE created_at < now() - interval '7 days'
    ORDER BY created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  )
  DELETE FROM event_keys USING old WHERE event_keys.workspace_id = old.workspace_id AND event_keys.key = old.key`;

/** The keys by which an event is stored once. */
@Injectable()
export class EventKeys {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Forgets keys after seven days; workers may do it side by side. @returns how many */
  async expire(stopping?: AbortSignal): Promise<number> {
    let total = 0;
    for (let forgotten = BATCH; forgotten === BATCH && !stopping?.aborted; total += forgotten) {
      forgotten = await this.database.execute(EXPIRE);
    }
    return total;
  }
}
