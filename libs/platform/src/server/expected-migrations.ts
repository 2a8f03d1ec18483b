/** Migrations that this release needs; a test holds it against the migrator's list. */
export const EXPECTED_MIGRATIONS = 13;
