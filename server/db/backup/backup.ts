import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import postgres from 'postgres'
import type { Config } from '../../config.ts'
import { arrayTypes } from '../../lib/db/array-type.ts'
import { draftSuffix } from '../../lib/file/disk.ts'
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

/** The first entry of a backup: what it is, and which tables follow. */
export type BackupHeader = {
  storewright: 2
  madeAt: string
  version: string[]
  tables: BackupTable[]
  sequences: BackupSequence[]
}
/** What the last entry says; `isSealed`: the secret of the installation is in it encrypted, by a SECRET_KEY that a start has seen. */
export type BackupSummary = {
  files: number
  bytes: number
  rows: Record<string, number>
  isSealed: boolean
}

/** Outside a store reading fails instead of finding nothing, so the copy names one that there is not. */
export const allStoresSettings = `set local app.backup = 'on'; set local app.business_id = '00000000-0000-0000-0000-000000000000'`

/** Rows of a table are kept in pieces, so that none has to be held whole. */
const maxPartBytes = 1024 * 1024
/** Folders of DATA_DIR that are no data of people: the database itself, which goes along as tables, and mails written instead of sent. */
const excludedFolders = /^(postgres(\.new)?|outbox|demo|restoring-.*)$/

/**
 * Writes everything there is into one file: tables as of one moment, files beside them. The server may run meanwhile. Says
 * whether the secret of the installation is in it sealed: a SECRET_KEY that no start has seen yet seals nothing.
 */
export async function createBackup(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  target: string,
): Promise<BackupSummary> {
  const database = await attachDatabase(config)
  const sql = postgres(database.url, {
    max: 1,
    prepare: false,
    fetch_types: false,
    types: arrayTypes,
    onnotice: () => {},
  })
  // Whole, or not under its name.
  const temporaryFile = `${target}.${process.pid}.part`
  try {
    await allowBackup(sql, work => sql.begin(work))
    const summary: BackupSummary = { files: 0, bytes: 0, rows: {}, isSealed: false }
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
 * Files come first and tables after, so that no row is in the backup whose file was taken away in between; files that came since
 * are added at the end. A file without a row does no harm.
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
        `begin isolation level repeatable read read only; ${allStoresSettings}; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`,
      )
      .simple()
    const header = await createHeader(connection)
    summary.isSealed = await isSealed(connection)
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
      `The role of DATABASE_URL may not read all of ${unreadableTables.join(', ')}; back up as the role that owns the tables.`,
    )
  const [version, tables, sequences] = await Promise.all([
    listMigrations(tx),
    listTables(tx),
    listSequences(tx),
  ])
  return { storewright: 2, madeAt: new Date().toISOString(), version, tables, sequences }
}

/** Also in a database that the next start has yet to bring up to date. */
async function isSealed(tx: postgres.ReservedSql): Promise<boolean> {
  const [row] = await tx<
    { sealed: boolean }[]
  >`select coalesce((to_jsonb(i) ->> 'is_sealed')::boolean, false) as sealed from installation i`
  return row?.sealed === true
}

/** The rows of a table in PostgreSQL's text format, whole lines to a piece. */
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
  // Each piece is one row or several whole ones, as the server sends them.
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

/** A line end within a value is written as \n, so each byte 10 ends a row. */
export const countLines = (bytes: Buffer) =>
  bytes.reduce((sum, byte) => (byte === 10 ? sum + 1 : sum), 0)

/** Files that are not `done` yet, or not as they are now; of two entries with one name the later is right. */
export async function* generateFileEntries(
  dataDir: string,
  copiedFiles: Map<string, string>,
  summary: BackupSummary,
): AsyncGenerator<ArchiveEntry> {
  for (const path of await listFiles(dataDir)) {
    // Held from here on, so that it may be taken away while it is read.
    const handle = await open(join(dataDir, path)).catch(error => {
      // Taken away since it was listed, and so was its row.
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

/** Files within folders of DATA_DIR; those beside the folders (locks, logs, the password of the database) belong to this place alone. */
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
