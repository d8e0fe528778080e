import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { formatMigration } from '../../lib/db/own-migrations.ts'
import { readSqlFiles, type SqlFolders, sqlFolders } from '../../lib/db/sql-file.ts'
import { migrate } from '../migrate.ts'

/** `schema` and `functions` as they were at the baseline. Later migrations start from these. */
const baselineArchive = join(import.meta.dirname, '../baseline.tar.gz')

/** Writes the SQL of the baseline to a folder, with an empty folder of migrations. */
export async function unpackBaseline(folder: string): Promise<SqlFolders> {
  const entries = createReadStream(baselineArchive).pipe(createGunzip()).pipe(extract())
  for await (const entry of entries) {
    const path = join(folder, normalize(entry.header.name))
    const chunks = await Readable.from(entry).toArray()
    if (entry.header.type !== 'file') continue
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, Buffer.concat(chunks))
  }
  const migrations = join(folder, 'migrations')
  await mkdir(migrations)
  return { schema: join(folder, 'schema'), functions: join(folder, 'functions'), migrations }
}

/**
 * Creates the tables of an earlier version in an empty database: those of the baseline, changed by
 * the migrations that this version had.
 */
export async function createEarlierTables(url: string, migrations: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-tables-'))
  try {
    const folders = await unpackBaseline(folder)
    await migrate(url, { folders, hasOwnAppRole: true })
    for (const file of await readSqlFiles(sqlFolders.migrations))
      if (migrations.includes(formatMigration(file)))
        await writeFile(join(folders.migrations, `${file.name}.sql`), file.text)
    await migrate(url, { folders, hasOwnAppRole: true })
  } finally {
    await rm(folder, { recursive: true })
  }
}
