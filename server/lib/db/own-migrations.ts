import { readSqlFiles, type SqlFolders, sqlFolders } from './sql-file.ts'

export interface AppliedMigration {
  name: string
  sha256: string
}

/**
 * The state in which `server/db/schema/` replaced the migrations before it. `sha256` is the hash of
 * their names and hashes: a database with exactly these has the same tables.
 */
export const baseline = {
  name: '0199-baseline',
  sha256: '2d2f3ad745fc10de8323ab85cfce668f1f27fc872e7d4e2290d7c01dacd5ad72',
  lastReplaced: '0176-awaited-pages',
}

/** Returns the baseline and the migrations of this code, oldest first. */
export const listOwnMigrations = async ({
  migrations,
}: Partial<SqlFolders> = {}): Promise<AppliedMigration[]> => [
  baseline,
  ...(await readSqlFiles(migrations ?? sqlFolders.migrations)),
]

export const formatMigration = ({ name, sha256 }: AppliedMigration) => `${name} ${sha256}`
