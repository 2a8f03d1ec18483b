import { claimedFrom, KEY_FIELDS } from '@dundun/platform/database';

const COLUMNS = 'workspace_id, id, person_id, name, value, properties, occurred_at';
const FIELDS =
  'workspace_id int, id uuid, person_id uuid, name text, value jsonb, properties jsonb, occurred_at timestamptz';

/** $1: the rows as one JSON array. `received_at` and `xid` have server defaults. */
export const INSERT_EVENTS = {
  name: 'events-insert',
  text: `
    INSERT INTO events (${COLUMNS})
    SELECT ${COLUMNS} FROM jsonb_to_recordset($1::jsonb) AS given(${FIELDS})`,
};

/**
 * $1: the rows, each with a key; $2: how long to wait for a key that another transaction is storing. Stores only events with
 * new keys. Keys are inserted in order, so that two processes do not deadlock.
 */
export const INSERT_EVENTS_ONCE = {
  name: 'events-insert-once',
  text: `
    WITH patience AS MATERIALIZED (SELECT set_config('lock_timeout', $2, true)),
    given AS MATERIALIZED (
      SELECT given.* FROM patience, jsonb_to_recordset($1::jsonb) AS given(${FIELDS}, key text)
    ),
    fresh AS (
      INSERT INTO event_keys (workspace_id, key)
      SELECT workspace_id, key FROM given ORDER BY workspace_id, key
      ON CONFLICT DO NOTHING
      RETURNING workspace_id, key
    )
    INSERT INTO events (${COLUMNS})
    SELECT ${COLUMNS} FROM given JOIN fresh USING (workspace_id, key)`,
};

/**
 * $1: the rows, each with its idempotency key; $2: how long to wait for a key that another transaction is storing. Stores only
 * events with new keys. @returns the other keys
 */
export const INSERT_EVENTS_KEYED = {
  name: 'events-insert-keyed',
  text: `
    WITH patience AS MATERIALIZED (SELECT set_config('lock_timeout', $2, true)),
    given AS MATERIALIZED (
      SELECT given.* FROM patience, jsonb_to_recordset($1::jsonb) AS given(${FIELDS}, ${KEY_FIELDS})
    ),
    fresh AS (${claimedFrom('given')}),
    stored AS (
      INSERT INTO events (${COLUMNS}) SELECT ${COLUMNS} FROM given JOIN fresh USING (workspace_id, method, path, key)
    )
    SELECT id FROM given LEFT JOIN fresh USING (workspace_id, method, path, key) WHERE fresh.key IS NULL`,
};
