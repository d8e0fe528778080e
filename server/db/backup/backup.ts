import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type postgres from 'postgres'
import type { Config } from '../../config.ts'
import { arrayTypes } from '../../lib/db/array-type.ts'
import { draftSuffix } from '../../lib/file/disk.ts'
import { openClient } from '../../lib/primary/open-client.ts'
import { StartupError } from '../../startup-error.ts'
import { attachDatabase } from '../cluster/attach-database.ts'
import { type ArchiveEntry, createArchive } from './archive.ts'
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
 * Folders of DATA_DIR that are not copied: the database, which is copied as tables, emails that are
 * written to disk instead of sent, the demo store, and unfinished restores.
 */
const excludedFolders = /^(postgres(\.new)?|outbox|demo|restoring-.*)$/

/**
 * Writes all data into one file: a consistent snapshot of the tables, and the uploaded files. The
 * server can continue to run. The secret is encrypted only if the server has been started with the
 * SECRET_KEY.
 */
export async function createBackup(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  target: string,
): Promise<BackupSummary> {
  const database = await attachDatabase(config)
  const sql = openClient(database.url, {
    max: 1,
    prepare: false,
    fetch_types: false,
    types: arrayTypes,
    onnotice: () => {},
  })
  // Only a complete backup gets the name of the target.
  const temporaryFile = `${target}.${process.pid}.part`
  try {
    await allowBackup(sql, callback => sql.begin(callback))
    const summary: BackupSummary = { files: 0, bytes: 0, rows: {}, isSecretEncrypted: false }
    const file = createWriteStream(temporaryFile, { mode: 0o600, flags: 'wx' })
    await once(file, 'open').catch(error => {
      throw new StartupError(`The backup cannot be written to ${target}: ${error.message}.`)
    })
    const archive = createArchive(generateEntries(sql, config.dataDir, summary), () => summary)
    await pipeline(archive, createGzip({ level: 3 }), file)
    await syncToDisk(temporaryFile)
    await rename(temporaryFile, target)
    await syncToDisk(dirname(target))
    return summary
  } finally {
    await rm(temporaryFile, { force: true })
    await sql.end({ timeout: 5 })
    await database.stop()
  }
}

async function syncToDisk(path: string) {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

/**
 * Files precede the tables, so that the file of every row is in the backup even if it is deleted
 * meanwhile. Files that were added or changed since are appended. A file without a row does no
 * harm.
 */
async function* generateEntries(
  sql: postgres.Sql,
  dataDir: string,
  summary: BackupSummary,
): AsyncGenerator<ArchiveEntry> {
  const copiedFiles = new Map<string, string>()
  const connection = await sql.reserve()
  try {
    yield* generateFileEntries(dataDir, copiedFiles, summary)
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
    yield* generateFileEntries(dataDir, copiedFiles, summary)
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
  dataDir: string,
  copiedFiles: Map<string, string>,
  summary: BackupSummary,
): AsyncGenerator<ArchiveEntry> {
  for (const path of await listFiles(dataDir)) {
    // An open file remains readable when it is deleted.
    const handle = await open(join(dataDir, path)).catch(error => {
      // The file was deleted since it was listed, and so was its row.
      if (error.code === 'ENOENT') return
      throw error
    })
    if (!handle) continue
    try {
      const { size, mtimeMs } = await handle.stat()
      const fileState = `${size} ${mtimeMs}`
      if (copiedFiles.get(path) === fileState) continue
      copiedFiles.set(path, fileState)
      summary.files += 1
      summary.bytes += size
      yield {
        name: `file/${path.replaceAll('\\', '/')}`,
        size,
        body: size ? handle.createReadStream({ end: size - 1 }) : [],
      }
    } finally {
      await handle.close()
    }
  }
}

/**
 * Returns the files in the folders of DATA_DIR. Files outside of folders (locks, logs, the password
 * of the database) belong to this installation only.
 */
export async function listFiles(dataDir: string): Promise<string[]> {
  const folders = await readdir(dataDir, { withFileTypes: true }).catch(() => [])
  const lists = await Promise.all(
    folders
      .filter(entry => entry.isDirectory() && !excludedFolders.test(entry.name))
      .map(async ({ name }) => {
        const entries = await readdir(join(dataDir, name), { withFileTypes: true, recursive: true })
        return entries
          .filter(entry => entry.isFile() && !entry.name.endsWith(draftSuffix))
          .map(entry => join(entry.parentPath, entry.name).slice(dataDir.length + 1))
      }),
  )
  return lists.flat().toSorted()
}
