import { baseline, formatMigration, listOwnMigrations } from '../../lib/db/own-migrations.ts'
import type { SqlFolders } from '../../lib/db/sql-file.ts'
import { StartupError } from '../../startup-error.ts'
import { areReplacedMigrations } from '../adopt-database.ts'
import type { BackupHeader } from './backup.ts'

/** Returns the header of a backup from before the baseline as if the baseline had created it. */
export function toBaselineHeader(header: BackupHeader): BackupHeader {
  const [migrations, queueMigrations] = partitionMigrations(header)
  return areReplacedMigrations(migrations)
    ? { ...header, version: [formatMigration(baseline), ...queueMigrations] }
    : header
}

/**
 * Returns whether an earlier version created the backup, whose migrations this version has.
 * @throws StartupError when another version created it
 */
export async function isEarlierVersion(
  header: BackupHeader,
  folders?: Partial<SqlFolders>,
): Promise<boolean> {
  const ownMigrations = (await listOwnMigrations(folders)).map(formatMigration)
  const [backupMigrations] = partitionMigrations(header)
  if (backupMigrations.join() === ownMigrations.join()) return false
  const isKnown = backupMigrations.every(migration => ownMigrations.includes(migration))
  if (isKnown && backupMigrations.includes(formatMigration(baseline))) return true
  const describeMigrations = (migrations: string[]) =>
    `${migrations.length} migrations up to ${migrations.at(-1)?.split(' ')[0] ?? 'none'}`
  throw new StartupError(
    `The backup was created by another version of Storewright (${describeMigrations(backupMigrations)}; ` +
      `this version has ${describeMigrations(ownMigrations)}). ` +
      'Restore it with that version, then update. Nothing was changed.',
  )
}

/** Returns the migrations of a backup, and those of its job queue. */
function partitionMigrations({ version }: BackupHeader): [string[], string[]] {
  const isQueueMigration = (migration: string) => migration.startsWith('queue ')
  return [
    version.filter(migration => !isQueueMigration(migration)),
    version.filter(isQueueMigration),
  ]
}
