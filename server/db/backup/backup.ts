import type postgres from 'postgres'
import type { Config } from '../../config.ts'
import { arrayTypes } from '../../lib/db/array-type.ts'
import { type InstallationFiles, openInstallationFiles } from '../../lib/file/installation-files.ts'
import { openClient } from '../../lib/primary/open-client.ts'
import { StartupError } from '../../startup-error.ts'
import { attachDatabase } from '../cluster/attach-database.ts'
import { type ArchiveEntry, createArchive } from './archive.ts'
import { type BackupFileConfig, writeBackupFile } from './backup-file.ts'
import { allowBackup } from './backup-policy.ts'
import {
  type BackupSequence,
  type BackupTable,
  formatColumnList,
  listMigrations,
  listSequences,
  listTables,
  listUnreadableTables,
  quoteTableName,
} from './backup-table.ts'

type BackupConfig = BackupFileConfig & Pick<Config, 'databaseUrl' | 'dataDir' | 'bucket'>

/** The first entry of a backup: its format and the tables that follow. */
export type BackupHeader = {
  storewright: 2
  madeAt: string
  version: string[]
  tables: BackupTable[]
  sequences: BackupSequence[]
}
/** The last entry of a backup. */
export type BackupSummary = {
  files: number
  bytes: number
  rows: Record<string, number>
  /** Whether the secret of the installation is encrypted with a SECRET_KEY. */
  isSecretEncrypted: boolean
}

/** Queries fail without a store, so these settings name one that does not exist. */
export const allStoresSettings = `set local app.backup = 'on';
  set local app.store_id = '00000000-0000-0000-0000-000000000000'`

/** The rows of a table are stored in parts of about this size, to limit the memory. */
const maxPartBytes = 1024 * 1024
/**
 * Writes all data into one file: a consistent snapshot of the tables, and the uploaded files. The
 * server can continue to run. The secret is encrypted only if the server has been started with the
 * SECRET_KEY.
 */
export async function createBackup(config: BackupConfig, target: string): Promise<BackupSummary> {
  const database = await attachDatabase(config)
  const sql = openClient(database.url, {
    max: 1,
    prepare: false,
    fetch_types: false,
    types: arrayTypes,
    onnotice: () => {},
  })
  try {
    await allowBackup(sql, callback => sql.begin(callback))
    const summary: BackupSummary = { files: 0, bytes: 0, rows: {}, isSecretEncrypted: false }
    const files = await openInstallationFiles(config)
    await writeBackupFile(config, target, () =>
      createArchive(generateEntries(sql, files, summary), () => summary),
    )
    return summary
  } finally {
    await sql.end({ timeout: 5 })
    await database.stop()
  }
}

/**
 * Files precede the tables, so that the file of every row is in the backup even if it is deleted
 * meanwhile. Files that were added or changed since are appended. A file without a row does no
 * harm.
 */
async function* generateEntries(
  sql: postgres.Sql,
  files: InstallationFiles,
  summary: BackupSummary,
): AsyncGenerator<ArchiveEntry> {
  const copiedFiles = new Map<string, string>()
  const connection = await sql.reserve()
  try {
    yield* generateFileEntries(files, copiedFiles, summary)
    await connection
      .unsafe(
        `begin isolation level repeatable read read only; ${allStoresSettings};
        set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`,
      )
      .simple()
    const header = await createHeader(connection)
    summary.isSecretEncrypted = await isSecretEncrypted(connection)
    const text = Buffer.from(JSON.stringify(header))
    yield { name: 'head.json', size: text.length, body: [text] }
    for (const table of header.tables) yield* generateTableEntries(connection, table, summary)
    await connection.unsafe('commit')
    yield* generateFileEntries(files, copiedFiles, summary)
  } finally {
    connection.release()
  }
}

async function createHeader(tx: postgres.ReservedSql): Promise<BackupHeader> {
  const unreadableTables = await listUnreadableTables(tx)
  if (unreadableTables.length)
    throw new StartupError(
      `The role of DATABASE_URL cannot read all rows of ${unreadableTables.join(', ')}. ` +
        'Use the role that owns the tables.',
    )
  const [version, tables, sequences] = await Promise.all([
    listMigrations(tx),
    listTables(tx),
    listSequences(tx),
  ])
  return { storewright: 2, madeAt: new Date().toISOString(), version, tables, sequences }
}

async function isSecretEncrypted(tx: postgres.ReservedSql): Promise<boolean> {
  const [row] = await tx<{ isEncrypted: boolean }[]>`
    select is_encrypted as "isEncrypted" from installation`
  return row?.isEncrypted === true
}

/**
 * Yields the rows of a table in the text format of PostgreSQL. A part consists of complete lines.
 */
async function* generateTableEntries(
  tx: postgres.ReservedSql,
  table: BackupTable,
  summary: BackupSummary,
): AsyncGenerator<ArchiveEntry> {
  const rows = await tx
    .unsafe(`copy (select ${formatColumnList(table)} from ${quoteTableName(table.name)}) to stdout`)
    .readable()
  let pendingChunks: Buffer[] = []
  let partNumber = 0
  const createPart = (): ArchiveEntry => {
    const body = pendingChunks
    pendingChunks = []
    partNumber += 1
    return {
      name: `table/${table.name}/${String(partNumber).padStart(7, '0')}`,
      size: body.reduce((sum, { length }) => sum + length, 0),
      body,
    }
  }
  summary.rows[table.name] = 0
  let size = 0
  // The server sends chunks of one or more complete rows.
  for await (const chunk of rows) {
    const bytes = Buffer.from(chunk)
    summary.rows[table.name] = (summary.rows[table.name] ?? 0) + countLines(bytes)
    pendingChunks.push(bytes)
    size += bytes.length
    if (size < maxPartBytes) continue
    yield createPart()
    size = 0
  }
  if (pendingChunks.length) yield createPart()
}

/**
 * Returns the number of rows. A line break within a value is escaped, so each byte 10 ends a row.
 */
export const countLines = (bytes: Buffer) =>
  bytes.reduce((sum, byte) => (byte === 10 ? sum + 1 : sum), 0)

/**
 * Yields the files that are not in `copiedFiles` or have changed since. A later entry replaces an
 * earlier one with the same name.
 */
export async function* generateFileEntries(
  files: InstallationFiles,
  copiedFiles: Map<string, string>,
  summary: BackupSummary,
): AsyncGenerator<ArchiveEntry> {
  for await (const { path, state } of files.list()) {
    if (state !== undefined && copiedFiles.get(path) === state) continue
    // A file without a row is missing if it was deleted since it was listed.
    const file = await files.open(path)
    if (!file) continue
    try {
      if (copiedFiles.get(path) === file.state) continue
      copiedFiles.set(path, file.state)
      summary.files += 1
      summary.bytes += file.size
      yield { name: `file/${path.replaceAll('\\', '/')}`, size: file.size, body: file.body }
    } finally {
      await file.close()
    }
  }
}
