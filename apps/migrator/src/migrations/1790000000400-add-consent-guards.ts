import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Serializes leaving a list with starting an attempt, and makes the consent ledger append-only. */
export class AddConsentGuards1790000000400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [DOORS, LEDGER]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(BACK);
  }
}

/**
 * A volatile function sees what was committed before each of its statements, so a read after the lock is as recent as
 * the lock; the snapshot of the calling statement would be older. With 256 advisory-lock buckets, a batch of any size
 * takes at most 256 locks.
 */
const DOORS = `
CREATE FUNCTION list_door(list uuid, address text) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT hashtext(list::text || ' ' || address) & 255 $$;
CREATE FUNCTION close_list_door(door int) RETURNS void LANGUAGE sql VOLATILE
  AS $$ SELECT pg_advisory_xact_lock(1818583414, door) $$;
CREATE FUNCTION has_left_list(workspace int, list uuid, reader text) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1818583414, list_door(list, reader));
  RETURN EXISTS (
    SELECT FROM list_suppressions s WHERE s.workspace_id = workspace AND s.list_id = list AND s.address = reader);
END $$;`;

/** An address without a person can leave a list, too. Erasure is the only reason to change existing entries. */
const LEDGER = `
ALTER TABLE consents ALTER COLUMN person_id DROP NOT NULL;
CREATE FUNCTION refuse_consent_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('dundun.erasing', true) IS DISTINCT FROM 'on' THEN
    RAISE EXCEPTION 'the consent ledger is append-only';
  END IF;
  RETURN CASE TG_OP WHEN 'UPDATE' THEN NEW ELSE OLD END;
END $$;
CREATE TRIGGER consents_append_only BEFORE UPDATE OR DELETE ON consents
  FOR EACH ROW EXECUTE FUNCTION refuse_consent_change();
CREATE TRIGGER consents_keep_all BEFORE TRUNCATE ON consents
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_consent_change();`;

/** Rows without a person remain, so the column still allows null. */
const BACK = `
DROP TRIGGER consents_append_only ON consents;
DROP TRIGGER consents_keep_all ON consents;
DROP FUNCTION refuse_consent_change();
DROP FUNCTION has_left_list(int, uuid, text);
DROP FUNCTION close_list_door(int);
DROP FUNCTION list_door(uuid, text);`;
