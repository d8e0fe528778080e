import { execFile, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import postgres from 'postgres'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import { getRouteUrl } from '#contract/lib/call/api.ts'
import { openDisk } from '../../lib/file/disk.ts'
import { listFiles, openInstallationFiles } from '../../lib/file/installation-files.ts'
import { createDemoStores } from '../../seed/create-demo-stores.ts'
import { demoOwner, demoStores } from '../../seed/demo-store.ts'
import { eventually } from '../../testing/eventually.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { attachDatabase } from '../cluster/attach-database.ts'
import { findFreePort } from '../cluster/find-free-port.ts'
import { type ArchiveEntry, createArchive, readArchive } from './archive.ts'
import { allStoresSettings, createBackup, generateFileEntries } from './backup.ts'
import { listTables, quoteTableName } from './backup-table.ts'
import { restore } from './restore.ts'

const run = promisify(execFile)
let t: TestApp
let folder: string
let file: string
/** The database and the files when the backup was created. */
let original: { rows: Record<string, string[]>; rules: string[]; files: string[] }
/** The built server starts in half the time of its sources. */
const builtServer = 'dist/server/start.js'
const secretKey = 'a-key-that-is-stored-apart-from-the-backup'

beforeAll(async () => {
  // Builds only if a source has changed.
  await run(process.execPath, ['start.mjs', 'build'])
  folder = await mkdtemp(join(tmpdir(), 'storewright-backup-'))
  file = join(folder, 'all.tar.gz')
  t = await startTestApp({ SECRET_KEY: secretKey })
  const createImage = () =>
    sharp(randomBytes(48), { raw: { width: 4, height: 4, channels: 3 } })
      .png()
      .toBuffer()
  // A year of data for a demo store, with few orders.
  await createDemoStores(
    t.app.db,
    t.app.config,
    createImage,
    demoStores.slice(0, 1).map(store => ({
      ...store,
      ordersPerDay: 0.1,
      customers: 8,
      productTypes: ['Cards', 'Notebooks', 'Prints'],
    })),
  )
  const payload = t.sql.json({ a: 'tab\there, line\nend, \\ and ü' })
  await t.sql`select graphile_worker.add_job('unknown.task', ${payload}::json)`
  await t.sql`select audit_seal_batch(500)`
  await mkdir(join(t.app.config.dataDir, 'media'), { recursive: true })
  await writeFile(join(t.app.config.dataDir, 'media', 'empty.bin'), '')
  expect(
    (await createBackup({ ...t.app.config, databaseUrl: t.ownerUrl }, file)).isSecretEncrypted,
  ).toBe(true)
  original = {
    rows: await listAllRows(t.ownerUrl),
    rules: await listRules(t.ownerUrl),
    files: await listAllFiles(t.app.config.dataDir),
  }
})
afterAll(async () => {
  await t.close()
  await rm(folder, { recursive: true, force: true })
})

/**
 * Returns every row of every table as text, as the owner reads them in a backup. Sorted here,
 * because the two databases may have different sort orders.
 */
async function listAllRows(url: string): Promise<Record<string, string[]>> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return await sql.begin(async tx => {
      await tx.unsafe(allStoresSettings).simple()
      const rows: Record<string, string[]> = {}
      for (const { name } of await listTables(tx)) {
        const tableRows = await tx.unsafe(`select r::text as row from ${quoteTableName(name)} r`)
        rows[name] = tableRows.map(({ row }) => String(row)).toSorted()
      }
      return rows
    })
  } finally {
    await sql.end()
  }
}
/** Returns the path and the hash of every file. */
async function listAllFiles(dataDir: string): Promise<string[]> {
  const paths = await listFiles(dataDir)
  const hashFile = async (path: string) => {
    const hash = createHash('sha256').update(await readFile(join(dataDir, path)))
    return `${path} ${hash.digest('hex')}`
  }
  return Promise.all(paths.map(hashFile))
}
/**
 * Returns the constraints, triggers and row security settings of a database. Only PostgreSQL 18
 * lists columns that are not null as constraints.
 */
async function listRules(url: string): Promise<string[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  const rules = await sql<{ rule: string }[]>`
    select concat_ws(' ', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid)) as rule
    from pg_constraint
    where connamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
      and contype <> 'n'
    union all
    select concat_ws(' ', attrelid::regclass, attname, attnotnull)
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and attnum > 0
      and not attisdropped
    union all
    select concat_ws(' ', tgrelid::regclass, tgname, tgenabled)
    from pg_trigger where not tgisinternal
    union all
    select concat_ws(' ', oid::regclass, relrowsecurity, relforcerowsecurity)
    from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`
  await sql.end()
  return rules.map(({ rule }) => rule).toSorted()
}
const getEnv = (dataDir: string) => ({
  ...process.env,
  HOST: '127.0.0.1',
  // Only a hang reaches the limit.
  CALL_LIMIT_MS: '240000',
  DATABASE_URL: '',
  DATA_DIR: dataDir,
})
let restored: Promise<{ dataDir: string; stdout: string }> | undefined
/** Restores the backup once, into a folder with a database of its own. */
function restoreOnce() {
  restored ??= (async () => {
    const dataDir = await mkdtemp(join(folder, 'restored-'))
    const { stdout } = await run(process.execPath, ['scripts/run-restore.ts', '--live', file], {
      env: getEnv(dataDir),
    })
    return { dataDir, stdout }
  })()
  return restored
}
/** Returns a copy of the restored folder, because a test changes its database. */
async function copyRestored() {
  const { dataDir: source, stdout } = await restoreOnce()
  const dataDir = await mkdtemp(join(folder, 'copy-'))
  // Keeps the owner of the database files, which can be another user.
  await run('cp', ['-a', `${source}/.`, dataDir])
  return { dataDir, env: getEnv(dataDir), stdout }
}
const getErrorMessage = (promise: Promise<unknown>) =>
  promise.then(
    () => '',
    (error: Error) => error.message,
  )

test('the owner can read every row for a backup, the role that serves requests cannot', async () => {
  const rows = await listAllRows(t.ownerUrl)
  expect(rows['public.store']?.length).toBeGreaterThan(3)
  expect(rows['public.product']?.length).toBeGreaterThan(5)
  const app = postgres(t.appUrl, { max: 1 })
  for (const table of ['store', 'product', 'audit', 'membership', 'bookmark']) {
    const visibleRows = await app.begin(async tx => {
      await tx.unsafe(allStoresSettings).simple()
      return tx.unsafe(`select 1 from ${table}`)
    })
    expect([table, visibleRows.length]).toEqual([table, 0])
  }
  await app.end()
})

test('only the owner of a backup file can read it, and tar can list it', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const { stdout } = await run('tar', ['tzf', file])
  const names = stdout.split('\n')
  expect(names).toContain('head.json')
  expect(names.at(-2)).toBe('end.json')
  expect(names.filter(name => name.startsWith('file/media/')).length).toBeGreaterThan(10)
})

test('a restore contains every row, every rule and every file', async () => {
  const { dataDir, stdout } = await copyRestored()
  expect(stdout).toContain('Restored ')
  const target = { ...t.app.config, databaseUrl: undefined, dataDir }
  const database = await attachDatabase(target)
  try {
    const restoredRows = await listAllRows(database.url)
    expect(Object.keys(restoredRows)).toEqual(Object.keys(original.rows))
    for (const [name, rows] of Object.entries(original.rows))
      expect(restoredRows[name], name).toEqual(rows)
    const filledTables = Object.values(original.rows).filter(rows => rows.length > 0)
    expect(filledTables.length).toBeGreaterThan(25)
    expect(await listRules(database.url)).toEqual(original.rules)
    expect(await listAllFiles(target.dataDir)).toEqual(original.files)
  } finally {
    await database.stop()
  }
  expect(await getErrorMessage(restore(target, file))).toContain('already contains files')
})

test('a restored server starts only with the same key, accepts logins and has a valid audit', async () => {
  const { env } = await copyRestored()
  const port = await findFreePort()
  const startupError = await run(process.execPath, [builtServer], {
    env: { ...env, PORT: String(port) },
  }).catch(error => error)
  expect(startupError).toMatchObject({
    code: 1,
    stderr:
      'The secret of this installation is encrypted with a SECRET_KEY. Set the same SECRET_KEY.\n',
  })
  const server = spawn(process.execPath, [builtServer], {
    env: { ...env, PORT: String(port), SECRET_KEY: secretKey },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let output = ''
    while (!output.includes('Storewright is ready'))
      output += (await once(server.stdout, 'data'))[0]
    const login = await fetch(`http://127.0.0.1:${port}${getRouteUrl(accountApi.login)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: demoOwner.email, password: demoOwner.password }),
    })
    expect(login.status).toBe(200)
    const verification = await run(process.execPath, ['scripts/verify-audit.ts'], {
      env,
    })
    expect(verification.stdout).toContain('The audit matches its')
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
})

test('a backup during writes is a consistent snapshot, and its waiting emails are suspended', async () => {
  const target = join(folder, 'busy.tar.gz')
  let isDone = false
  const write = (n: number) =>
    t.inStore(tx => tx`insert into category (name, slug) values (${`Busy ${n}`}, ${`busy-${n}`})`)
  await write(0)
  // Two emails and a delivery wait to be sent. A worker has locked one of the emails.
  await t.sql`select add_job('account.mail', '{}')`
  await t.sql`select add_job('account.mail', '{}', 'locked mail')`
  await t.sql`
    update graphile_worker._private_jobs
    set locked_at = now(), locked_by = 'worker of the original installation', attempts = 1
    where key = 'locked mail'`
  await t.inStore(async tx => {
    await tx`
      insert into webhook (url, events, secret, hint)
      values ('https://example.com/hook', '{product.created}', '\\x00', 'hint')`
    await tx`insert into webhook_event (type, record_id, data) values ('test', new_id(), '{}')`
    await tx`
      insert into webhook_delivery (webhook_id, event_id)
      select w.id, e.id from webhook w, webhook_event e`
  })
  const writer = (async () => {
    for (let n = 1; !isDone; n++) await write(n)
  })()
  // An upload that lasts until after the backup.
  const disk = openDisk(t.app.config, 'imports')
  const upload = new PassThrough()
  const uploadPromise = disk.putStream('slow.csv', upload)
  upload.write('Handle,Title\n')
  const imports = join(t.app.config.dataDir, 'imports')
  const getUploadedBytes = async () => {
    const [fileName = ''] = await readdir(imports)
    return (await stat(join(imports, fileName))).size
  }
  await eventually(async () => expect(await getUploadedBytes()).toBeGreaterThan(0))
  await createBackup({ ...t.app.config, databaseUrl: t.ownerUrl }, target)
  isDone = true
  await writer
  upload.end('cup,Cup\n')
  await uploadPromise
  expect([await disk.get('slow.csv'), await readdir(imports)]).toEqual([
    'Handle,Title\ncup,Cup\n',
    ['slow.csv'],
  ])
  const database = await createTestDatabase()
  const { suspended } = await restore(
    { ...t.app.config, databaseUrl: database.ownerUrl, dataDir: join(folder, 'busy') },
    target,
  )
  expect(suspended).toEqual({ mails: 2, deliveries: 1 })
  const owner = postgres(database.ownerUrl, { max: 1 })
  const [outgoing] = await owner.begin(async tx => {
    await tx.unsafe(allStoresSettings).simple()
    return tx`
      select
        (
          select count(*)::integer from graphile_worker.jobs
          where task_identifier = 'account.mail' and attempts < max_attempts
        ) as waiting_mails,
        (
          select count(*)::integer from graphile_worker.jobs where task_identifier = 'account.mail'
        ) as all_mails,
        (
          select count(*)::integer from graphile_worker.jobs where locked_at is not null
        ) as locked_jobs,
        (select string_agg(status, ' ') from webhook_delivery where status <> 'delivered') as deliveries`
  })
  await owner.end()
  expect(outgoing).toEqual({
    waiting_mails: 0,
    all_mails: 2,
    locked_jobs: 0,
    deliveries: 'failed',
  })
  const rows = await listAllRows(database.ownerUrl)
  const listNewSlugs = (table: string) =>
    new Set(rows[table]?.flatMap(row => /busy-\d+/.exec(row)?.[0] ?? []))
  expect(listNewSlugs('public.audit')).toEqual(listNewSlugs('public.category'))
  expect(listNewSlugs('public.category').size).toBeGreaterThan(0)
  expect(
    (await listFiles(join(folder, 'busy'))).filter(path => path.startsWith('imports')),
  ).toEqual([])
  await database.drop()
})

test('files that are deleted or grow during the backup cause no error', async () => {
  const dataDir = join(folder, 'files')
  await mkdir(join(dataDir, 'media'), { recursive: true })
  const write = (name: string, text: string) => writeFile(join(dataDir, 'media', name), text)
  for (const name of ['a', 'b', 'c']) await write(name, name === 'a' ? '' : name)
  const files = await openInstallationFiles({ dataDir, bucket: undefined })
  const copiedFiles = new Map<string, string>()
  const summary = { files: 0, bytes: 0, rows: {}, isSecretEncrypted: false }
  const readEntries = async (onEntry: () => Promise<unknown>) => {
    const texts: Record<string, string> = {}
    for await (const { name, size, body } of generateFileEntries(files, copiedFiles, summary)) {
      await onEntry()
      const bytes = Buffer.concat(await Array.fromAsync(body))
      texts[name.slice('file/media/'.length)] = bytes.toString()
      expect(bytes.length, name).toBe(size)
    }
    return texts
  }
  let isFirst = true
  expect(
    await readEntries(async () => {
      if (!isFirst) return
      isFirst = false
      await write('a', 'grown')
      await rm(join(dataDir, 'media', 'b'))
    }),
  ).toEqual({ a: '', c: 'c' })
  expect(await readEntries(async () => rm(join(dataDir, 'media', 'a')))).toEqual({ a: 'grown' })
  expect(summary.files).toBe(3)
})

describe('a restore fails with an explanation and writes nothing if', () => {
  let database: TestDatabase
  let before: Record<string, string[]>
  beforeAll(async () => {
    database = await createTestDatabase()
    before = await listAllRows(database.ownerUrl)
  })
  afterAll(() => database.drop())
  const createDamagedBackup = async (change: (bytes: Buffer) => Buffer): Promise<string> => {
    const target = join(folder, 'damaged.tar.gz')
    await writeFile(target, gzipSync(change(gunzipSync(await readFile(file))), { level: 1 }))
    return target
  }
  /** Creates a backup with one changed entry and a valid checksum. */
  const createChangedBackup = async (
    changedName: string,
    change: (text: string) => string,
    newName = changedName,
  ): Promise<string> => {
    const entries: ArchiveEntry[] = []
    const summary = await readArchive(
      Readable.from(gunzipSync(await readFile(file)), { objectMode: false }),
      async ({ name, body }) => {
        const bytes = Buffer.concat(await Array.fromAsync(body))
        const isChanged = name === changedName
        const newBytes = isChanged ? Buffer.from(change(bytes.toString())) : bytes
        entries.push({
          name: isChanged ? newName : name,
          size: newBytes.length,
          body: [newBytes],
        })
      },
    )
    const bytes = await Array.fromAsync(createArchive(Readable.from(entries), () => summary))
    const target = join(folder, 'changed.tar.gz')
    await writeFile(target, gzipSync(Buffer.concat(bytes), { level: 1 }))
    return target
  }
  const flipBit = (bytes: Buffer, position: number) => {
    bytes.writeUInt8(bytes.readUInt8(position) ^ 1, position)
    return bytes
  }
  test.each<[string, () => Promise<string>, string]>([
    ['the file does not exist', async () => join(folder, 'none'), 'There is no file'],
    [
      'the file is not a backup',
      async () => createDamagedBackup(() => Buffer.alloc(4096, 65)),
      'The file is damaged or not a backup.',
    ],
    [
      'the file is incomplete',
      async () => createDamagedBackup(bytes => bytes.subarray(0, bytes.length / 2)),
      'The file is incomplete.',
    ],
    [
      'one bit of a row was changed',
      async () => createDamagedBackup(bytes => flipBit(bytes, bytes.indexOf('Robin'))),
      'The checksum of the file does not match its content.',
    ],
    [
      'one bit at the start of a table was changed',
      async () =>
        createDamagedBackup(bytes => flipBit(bytes, bytes.indexOf('table/public.person') + 515)),
      'The checksum',
    ],
    [
      'another version created it',
      async () =>
        createChangedBackup('head.json', text => text.replace('0199-baseline', '0199-other')),
      'another version of Storewright',
    ],
    [
      'the path of a file leads out of the data folder',
      async () =>
        createChangedBackup('file/media/empty.bin', text => text, 'file/media/../../empty.bin'),
      'a file with the unsafe name',
    ],
  ])('%s', async (_name, createSource, message) => {
    const dataDir = join(folder, 'rejected')
    const target = { ...t.app.config, databaseUrl: database.ownerUrl, dataDir }
    expect(await getErrorMessage(restore(target, await createSource()))).toContain(message)
    expect(await listAllRows(database.ownerUrl)).toEqual(before)
    expect(await listFiles(dataDir)).toEqual([])
  })

  test('the target is not empty', async () => {
    const targetWithRows = {
      ...t.app.config,
      databaseUrl: t.ownerUrl,
      dataDir: join(folder, 'rejected'),
    }
    expect(await getErrorMessage(restore(targetWithRows, file))).toContain(
      'already contains people and stores',
    )
    await mkdir(join(folder, 'full', 'media'), { recursive: true })
    await appendFile(join(folder, 'full', 'media', 'a.webp'), 'a')
    const targetWithFiles = {
      ...t.app.config,
      databaseUrl: database.ownerUrl,
      dataDir: join(folder, 'full'),
    }
    expect(await getErrorMessage(restore(targetWithFiles, file))).toContain(
      'already contains files',
    )
    expect(await listAllRows(database.ownerUrl)).toEqual(before)
  })
})

test('a backup into a missing folder fails with an explanation', async () => {
  const target = join(folder, 'missing', 'all.tar.gz')
  const source = { ...t.app.config, databaseUrl: t.ownerUrl }
  expect(await getErrorMessage(createBackup(source, target))).toContain('cannot be written')
})
