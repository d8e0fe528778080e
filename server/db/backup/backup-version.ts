import { baseline, formatMigration, listOwnMigrations } from '../../lib/db/own-migrations.ts'
import type { SqlFolders } from '../../lib/db/sql-file.ts'
import { StartupError } from '../../startup-error.ts'
import { areReplacedMigrations } from '../adopt-database.ts'
import type { BackupHeader } from './backup.ts'

/** Returns the header of a backup from before the baseline as if the baseline had created it. */
export function adoptHeader(header: BackupHeader): BackupHeader {
  const [migrations, queueSteps] = partitionSteps(header)
  return areReplacedMigrations(migrations)
    ? { ...header, version: [formatMigration(baseline), ...queueSteps] }
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
  const [backupMigrations] = partitionSteps(header)
  if (backupMigrations.join() === ownMigrations.join()) return false
  const isKnown = backupMigrations.every(step => ownMigrations.includes(step))
  if (isKnown && backupMigrations.includes(formatMigration(baseline))) return true
  const describeMigrations = (steps: string[]) =>
    `${steps.length} migrations up to ${steps.at(-1)?.split(' ')[0] ?? 'none'}`
  throw new StartupError(
    `The backup was created by another version of Storewright (${describeMigrations(backupMigrations)}; ` +
      `this version has ${describeMigrations(ownMigrations)}). ` +
      'Restore it with that version, then update. Nothing was changed.',
  )
}

/** Returns the migrations of a backup, and those of its job queue. */
function partitionSteps({ version }: BackupHeader): [string[], string[]] {
  const isQueueStep = (step: string) => step.startsWith('queue ')
  return [version.filter(step => !isQueueStep(step)), version.filter(isQueueStep)]
}
