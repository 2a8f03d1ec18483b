import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Gives members the roles owner, admin, marketer and viewer, and the lists that their access is limited to. */
export class AddRoles1820000000400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [DROP_CHECK, ROLES, ADD_CHECK]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of [DROP_CHECK, ...BACK]) await runner.query(statement);
  }
}

const DROP_CHECK = `ALTER TABLE members DROP CONSTRAINT members_role_check`;

/** A member had the powers of an owner; an admin has all but those over owners. */
const ROLES = `UPDATE members SET role = 'admin' WHERE role = 'member'`;

const ADD_CHECK = `
ALTER TABLE members
  ALTER COLUMN role DROP DEFAULT,
  ADD COLUMN list_ids uuid[],
  ADD CONSTRAINT members_role_check CHECK (role IN ('owner', 'admin', 'marketer', 'viewer'))`;

const BACK = [
  `UPDATE members SET role = 'member' WHERE role <> 'owner'`,
  `ALTER TABLE members
     ALTER COLUMN role SET DEFAULT 'owner',
     DROP COLUMN list_ids,
     ADD CONSTRAINT members_role_check CHECK (role IN ('owner', 'member'))`,
];
