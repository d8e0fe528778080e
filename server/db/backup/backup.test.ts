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
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { accountApi } from '#contract/account.ts'
import { getRouteUrl } from '#contract/lib/api.ts'
import { freePort } from '../../../scripts/free-port.ts'
import { openDisk } from '../../lib/file/disk.ts'
import { createTestDatabase, type TestDatabase } from '../../lib/testing/test-database.ts'
import { startTestApp, type TestApp } from '../../lib/testing/testing.ts'
import { createDemoStores } from '../../seed/create-demo-stores.ts'
import { demoOwner, demoStores } from '../../seed/demo-store.ts'
import { attachDatabase } from '../cluster/attach-database.ts'
import { type ArchiveEntry, createArchive, readArchive } from './archive.ts'
import { allStoresSettings, createBackup, generateFileEntries, listFiles } from './backup.ts'
import { listTables } from './backup-table.ts'
import { restore } from './restore.ts'

const run = promisify(execFile)
let t: TestApp
let folder: string
let file: string
const secretKey = 'a-key-that-lies-apart-from-the-backup'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storewright-backup-'))
  file = join(folder, 'all.tar.gz')
  t = await startTestApp({ SECRET_KEY: secretKey })
  const draw = () =>
    sharp(randomBytes(48), { raw: { width: 4, height: 4, channels: 3 } })
      .png()
      .toBuffer()
  // Everything that a year brings, for two stores that sell little.
  await createDemoStores(
    t.app.db,
    t.app.config,
    draw,
    demoStores.map(store => ({
      ...store,
      ordersPerDay: 0.1,
      customers: 8,
      productTypes: ['Cards', 'Prints'],
    })),
  )
  await t.sql`select graphile_worker.add_job('nobody.knows', ${t.sql.json({ a: 'tab\there, line\nend, \\ and ü' })}::json)`
  await t.sql`select audit_seal_batch(500)`
  await mkdir(join(t.app.config.dataDir, 'media'), { recursive: true })
  await writeFile(join(t.app.config.dataDir, 'media', 'empty.bin'), '')
  expect(
    (await createBackup({ databaseUrl: t.ownerUrl, dataDir: t.app.config.dataDir }, file)).isSealed,
  ).toBe(true)
})
afterAll(async () => {
  await t.close()
  await rm(folder, { recursive: true, force: true })
})

/** Every row of every table as text, as the owner sees them in a backup. */
async function everyRow(url: string): Promise<Record<string, string[]>> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return await sql.begin(async tx => {
      await tx.unsafe(allStoresSettings).simple()
      const rows: Record<string, string[]> = {}
      for (const { name } of await listTables(tx))
        rows[name] = (
          await tx.unsafe(
            `select r::text as row from ${name
              .split('.')
              .map(part => `"${part}"`)
              .join('.')} r order by 1`,
          )
        ).map(({ row }) => String(row))
      return rows
    })
  } finally {
    await sql.end()
  }
}
async function everyFile(dataDir: string): Promise<string[]> {
  const paths = await listFiles(dataDir)
  return Promise.all(
    paths.map(
      async path =>
        `${path} ${createHash('sha256')
          .update(await readFile(join(dataDir, path)))
          .digest('hex')}`,
    ),
  )
}
/** The rules of a database: what a restored one has to have again, word for word. */
async function rulesOf(url: string): Promise<string[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  const rules = await sql<{ rule: string }[]>`
    select conrelid::regclass || ' ' || conname || ' ' || convalidated || ' ' || pg_get_constraintdef(oid) as rule from pg_constraint where connamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
    union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
    union all select oid::regclass || ' ' || relrowsecurity || ' ' || relforcerowsecurity from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
    order by 1`
  await sql.end()
  return rules.map(({ rule }) => rule)
}
const restored = () => join(folder, 'empty')
const env = () => ({ ...process.env, HOST: '127.0.0.1', DATABASE_URL: '', DATA_DIR: restored() })
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => '',
    (error: Error) => error.message,
  )

test('every table that is walled lets the owner copy it whole, and nobody else', async () => {
  const owned = await everyRow(t.ownerUrl)
  const stores = owned['public.business']?.length ?? 0
  expect(stores).toBeGreaterThan(3)
  expect(owned['public.product']?.length).toBeGreaterThan(5)
  const app = postgres(t.appUrl, { max: 1 })
  for (const table of ['business', 'product', 'audit', 'membership', 'bookmark']) {
    const seen = await app.begin(async tx => {
      await tx.unsafe(allStoresSettings).simple()
      return tx.unsafe(`select 1 from ${table}`)
    })
    expect([table, seen.length]).toEqual([table, 0])
  }
  await app.end()
})

test('a backup is readable by its owner alone, and any tar program lists it', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const { stdout } = await run('tar', ['tzf', file])
  const names = stdout.split('\n')
  expect(names).toContain('head.json')
  expect(names.at(-2)).toBe('end.json')
  expect(names.filter(name => name.startsWith('file/media/')).length).toBeGreaterThan(10)
})

test('restored into an empty place every row of every table, every rule and every file is there', async () => {
  const { stdout } = await run(process.execPath, ['scripts/run-restore.ts', '--live', file], {
    env: env(),
  })
  expect(stdout).toContain('Restored ')
  const database = await attachDatabase({ databaseUrl: undefined, dataDir: restored() })
  try {
    const [was, is] = [await everyRow(t.ownerUrl), await everyRow(database.url)]
    expect(Object.keys(is)).toEqual(Object.keys(was))
    for (const [name, rows] of Object.entries(was)) expect(is[name], name).toEqual(rows)
    expect(Object.values(was).filter(rows => rows.length > 0).length).toBeGreaterThan(25)
    expect(await rulesOf(database.url)).toEqual(await rulesOf(t.ownerUrl))
    expect(await everyFile(restored())).toEqual(await everyFile(t.app.config.dataDir))
  } finally {
    await database.stop()
  }
  expect(await refusalOf(restore({ databaseUrl: undefined, dataDir: restored() }, file))).toContain(
    'has files already',
  )
})

test('the restored server starts with the same key alone, people log in, and the audit is as it was sealed', async () => {
  const port = await freePort()
  const refusal = await run(process.execPath, ['server/start.ts'], {
    env: { ...env(), PORT: String(port) },
  }).catch(error => error)
  expect(refusal).toMatchObject({
    code: 1,
    stderr:
      'The secret of this installation is sealed with a SECRET_KEY. Set the same SECRET_KEY.\n',
  })
  const server = spawn(process.execPath, ['server/start.ts'], {
    env: { ...env(), PORT: String(port), SECRET_KEY: secretKey },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await once(server.stdout, 'data')
    const login = await fetch(`http://127.0.0.1:${port}${getRouteUrl(accountApi.login)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: demoOwner.email, password: demoOwner.password }),
    })
    expect(login.status).toBe(200)
    expect(
      (await run(process.execPath, ['scripts/verify-audit.ts'], { env: env() })).stdout,
    ).toContain('The audit matches its')
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
})

test('what is written meanwhile is in the backup as of one moment', async () => {
  const target = join(folder, 'busy.tar.gz')
  let isDone = false
  const write = (n: number) =>
    t.inStore(tx => tx`insert into category (name, slug) values (${`Busy ${n}`}, ${`busy-${n}`})`)
  await write(0)
  // And two that wait to be told of it.
  await t.sql`select add_job('account.mail', '{}')`
  await t.inStore(async tx => {
    await tx`insert into webhook (url, events, secret, hint) values ('https://example.com/told', '{product.created}', '\\x00', 'told')`
    await tx`insert into webhook_event (type, about, data) values ('test', new_id(), '{}')`
    await tx`insert into webhook_delivery (webhook_id, event_id) select w.id, e.id from webhook w, webhook_event e`
  })
  const writer = (async () => {
    for (let n = 1; !isDone; n++) await write(n)
  })()
  // An upload that goes on all the while.
  const disk = openDisk(t.app.config, 'imports')
  const upload = new PassThrough()
  const uploading = disk.putStream('slow.csv', upload)
  upload.write('Handle,Title\n')
  const imports = join(t.app.config.dataDir, 'imports')
  await vi.waitFor(
    async () =>
      expect((await stat(join(imports, String((await readdir(imports))[0])))).size).toBeGreaterThan(
        0,
      ),
    { timeout: 60_000 },
  )
  await createBackup({ databaseUrl: t.ownerUrl, dataDir: t.app.config.dataDir }, target)
  isDone = true
  await writer
  upload.end('cup,Cup\n')
  await uploading
  expect([await disk.get('slow.csv'), await readdir(imports)]).toEqual([
    'Handle,Title\ncup,Cup\n',
    ['slow.csv'],
  ])
  const database = await createTestDatabase()
  const { suspended: aside } = await restore(
    { databaseUrl: database.ownerUrl, dataDir: join(folder, 'busy') },
    target,
  )
  expect(aside).toEqual({ mails: 1, deliveries: 1 })
  const owner = postgres(database.ownerUrl, { max: 1 })
  const [waiting] = await owner.begin(async tx => {
    await tx.unsafe(allStoresSettings).simple()
    return tx`select (select count(*)::integer from graphile_worker.jobs where task_identifier = 'account.mail' and attempts < max_attempts) as mails,
      (select count(*)::integer from graphile_worker.jobs where task_identifier = 'account.mail') as all_mails,
      (select string_agg(status, ' ') from webhook_delivery where status <> 'delivered') as deliveries`
  })
  await owner.end()
  expect(waiting).toEqual({ mails: 0, all_mails: 1, deliveries: 'failed' })
  const rows = await everyRow(database.ownerUrl)
  const busy = (table: string) =>
    new Set(rows[table]?.flatMap(row => /busy-\d+/.exec(row)?.[0] ?? []))
  expect(busy('public.audit')).toEqual(busy('public.category'))
  expect(busy('public.category').size).toBeGreaterThan(0)
  expect(
    (await listFiles(join(folder, 'busy'))).filter(path => path.startsWith('imports')),
  ).toEqual([])
  await database.drop()
})

test('a file that is taken away, or grows, while files are read is no reason to fail', async () => {
  const place = join(folder, 'files')
  await mkdir(join(place, 'media'), { recursive: true })
  const write = (name: string, text: string) => writeFile(join(place, 'media', name), text)
  for (const name of ['a', 'b', 'c']) await write(name, name === 'a' ? '' : name)
  const [done, told] = [
    new Map<string, string>(),
    { files: 0, bytes: 0, rows: {}, isSealed: false },
  ]
  const read = async (meanwhile: () => Promise<unknown>) => {
    const found: Record<string, string> = {}
    for await (const { name, size, body } of generateFileEntries(place, done, told)) {
      await meanwhile()
      const bytes = Buffer.concat(await Array.fromAsync(body))
      found[name.slice('file/media/'.length)] = bytes.toString()
      expect(bytes.length, name).toBe(size)
    }
    return found
  }
  let isFirst = true
  expect(
    await read(async () => {
      if (!isFirst) return
      isFirst = false
      await write('a', 'grown')
      await rm(join(place, 'media', 'b'))
    }),
  ).toEqual({ a: '', c: 'c' })
  expect(await read(async () => rm(join(place, 'media', 'a')))).toEqual({ a: 'grown' })
  expect(told.files).toBe(3)
})

describe('is refused with a sentence, and nothing is written, when', () => {
  let database: TestDatabase
  let before: Record<string, string[]>
  beforeAll(async () => {
    database = await createTestDatabase()
    before = await everyRow(database.ownerUrl)
  })
  afterAll(() => database.drop())
  const broken = async (change: (bytes: Buffer) => Buffer): Promise<string> => {
    const target = join(folder, 'broken.tar.gz')
    await writeFile(target, gzipSync(change(gunzipSync(await readFile(file))), { level: 1 }))
    return target
  }
  /** A backup with one entry changed, whole in itself: its checksum is right. */
  const remade = async (
    entry: string,
    change: (text: string) => string,
    name = entry,
  ): Promise<string> => {
    const entries: ArchiveEntry[] = []
    const told = await readArchive(
      Readable.from(gunzipSync(await readFile(file)), { objectMode: false }),
      async ({ name: each, body }) => {
        const bytes = Buffer.concat(await Array.fromAsync(body))
        const changed = each === entry ? Buffer.from(change(bytes.toString())) : bytes
        entries.push({ name: each === entry ? name : each, size: changed.length, body: [changed] })
      },
    )
    const bytes = await Array.fromAsync(createArchive(Readable.from(entries), () => told))
    const target = join(folder, 'remade.tar.gz')
    await writeFile(target, gzipSync(Buffer.concat(bytes), { level: 1 }))
    return target
  }
  const flip = (bytes: Buffer, at: number) => {
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
    return bytes
  }
  test.each<[string, () => Promise<string>, string]>([
    ['there is no such file', async () => join(folder, 'none'), 'There is no file'],
    [
      'the file is something else',
      async () => broken(() => Buffer.alloc(4096, 65)),
      'it is no backup, or damaged',
    ],
    [
      'the file is cut off',
      async () => broken(bytes => bytes.subarray(0, bytes.length / 2)),
      'it is cut off',
    ],
    [
      'one bit in the rows was changed',
      async () => broken(bytes => flip(bytes, bytes.indexOf('Robin'))),
      'its checksum is not that of its contents',
    ],
    [
      'something was put behind a row',
      async () => broken(bytes => flip(bytes, bytes.indexOf('table/public.person') + 515)),
      'its checksum',
    ],
    [
      'it was made by another version',
      async () => remade('head.json', text => text.replace('0001-start', '0001-begun')),
      'another version of Storewright',
    ],
    [
      'a file of it wants to lie elsewhere',
      async () => remade('file/media/empty.bin', text => text, 'file/media/../../empty.bin'),
      'a file with the name',
    ],
  ])('%s', async (_name, make, sentence) => {
    const dataDir = join(folder, 'refused')
    expect(
      await refusalOf(restore({ databaseUrl: database.ownerUrl, dataDir }, await make())),
    ).toContain(sentence)
    expect(await everyRow(database.ownerUrl)).toEqual(before)
    expect(await listFiles(dataDir)).toEqual([])
  })

  test('the place is not empty', async () => {
    expect(
      await refusalOf(restore({ databaseUrl: t.ownerUrl, dataDir: join(folder, 'refused') }, file)),
    ).toContain('has people and stores in it already')
    await mkdir(join(folder, 'full', 'media'), { recursive: true })
    await appendFile(join(folder, 'full', 'media', 'a.webp'), 'a')
    expect(
      await refusalOf(
        restore({ databaseUrl: database.ownerUrl, dataDir: join(folder, 'full') }, file),
      ),
    ).toContain('has files already')
    expect(await everyRow(database.ownerUrl)).toEqual(before)
  })

  test('the backup cannot be written whole: nothing lies under its name', async () => {
    const target = join(folder, 'nowhere', 'all.tar.gz')
    expect(
      await refusalOf(
        createBackup({ databaseUrl: t.ownerUrl, dataDir: t.app.config.dataDir }, target),
      ),
    ).toContain('cannot be written')
  })
})
