import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSizedImageUrl } from '#contract/lib/image.ts'
import { mediaApi } from '#contract/product/media.ts'
import { explainCommandError } from './bucket-failure.ts'
import { type Config, readConfig } from './config.ts'
import { createArchive, readArchive } from './db/backup/archive.ts'
import { generateFileEntries } from './db/backup/backup.ts'
import { findBackupFile, writeBackupFile } from './db/backup/backup-file.ts'
import { moveFiles } from './db/backup/move-files.ts'
import { openRestoredFiles, rejectExistingFiles } from './db/backup/restored-files.ts'
import { prepareFileStorage } from './file-storage.ts'
import { openDisk, openRootDisk } from './lib/file/disk.ts'
import { openInstallationFiles } from './lib/file/installation-files.ts'
import { startTestBucket, type TestBucket } from './testing/bucket/test-bucket.ts'
import { startTestApp, type TestApp } from './testing/testing.ts'

let bucket: TestBucket
let t: TestApp
let folder: string
let config: Config
beforeAll(async () => {
  bucket = await startTestBucket()
  t = await startTestApp(bucket.env)
  folder = await mkdtemp(join(tmpdir(), 'storewright-storage-'))
  config = { ...t.app.config, databaseUrl: t.ownerUrl }
})
// As before the first start, which saves the location of the files.
beforeEach(() => t.sql`update installation set file_location = null`)
afterEach(() => bucket.recover())
afterAll(async () => {
  await t.close()
  await bucket.close()
  await rm(folder, { recursive: true, force: true })
})

async function uploadImage() {
  const png = sharp({ create: { width: 900, height: 600, channels: 3, background: '#3b6' } }).png()
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(await png.toBuffer())]), 'cup.png')
  return t.call('owner', mediaApi.upload, { body })
}
const fetchFile = (url: string) => t.app.inject({ method: 'GET', url })
async function listPaths(storage: Config): Promise<string[]> {
  const files = await openInstallationFiles(storage)
  return (await Array.fromAsync(files.list(), ({ path }) => path)).toSorted()
}
const prepare = (env: Record<string, string>) =>
  prepareFileStorage(readConfig({ DATA_DIR: folder, ...env }), t.ownerUrl)

test('images are stored, encoded, served and deleted in the bucket', async () => {
  await t.runJobs()
  const earlierPaths = await listPaths(config)
  const [media] = (await uploadImage()).body.data
  await t.runJobs()
  expect(await fetchFile(getSizedImageUrl(media.url, 480))).toMatchObject({
    statusCode: 200,
    headers: { 'content-type': 'image/webp' },
  })
  const avif = await fetchFile(media.url.replace('1200.webp', '750.avif'))
  expect((await sharp(avif.rawPayload).metadata()).width).toBe(750)
  expect(await readdir(t.app.config.dataDir)).not.toContain('media')
  bucket.fail('busy', 'GET')
  expect((await fetchFile(media.url)).statusCode).toBe(503)
  bucket.recover()
  await t.call('owner', mediaApi.delete, { params: { id: media._id } })
  await t.runJobs()
  expect(await listPaths(config)).toEqual(earlierPaths)
  expect((await fetchFile(media.url)).statusCode).toBe(404)
})

test.each(['denied', 'cutRequest'] as const)(
  'an upload that fails (%s) leaves neither a row nor a file',
  async fault => {
    const earlierPaths = await listPaths(config)
    const changes = await t.changes()
    bucket.fail(fault, 'PUT')
    expect(await uploadImage()).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    bucket.recover()
    expect(await t.changes()).toBe(changes)
    expect(await listPaths(config)).toEqual(earlierPaths)
  },
)

async function* killBucketDuring<T>(entries: AsyncIterable<T>) {
  for await (const entry of entries) {
    yield entry
    await bucket.kill()
  }
}

test('a backup in the bucket contains its files, and a restore stores all of them or none', async () => {
  await uploadImage()
  const paths = await listPaths(config)
  const summary = { files: 0, bytes: 0, rows: {}, isSecretEncrypted: false }
  const files = await openInstallationFiles(config)
  const generateFiles = () => generateFileEntries(files, new Map(), { ...summary })
  const entries = generateFileEntries(files, new Map(), summary)
  const backup = 's3://other/today.tar.gz'
  await writeBackupFile(config, backup, () => createArchive(entries, () => summary))
  expect(summary.files).toBe(paths.length)
  const interrupted = writeBackupFile(config, join(folder, 'interrupted.tar.gz'), () =>
    createArchive(killBucketDuring(generateFiles()), () => summary),
  )
  await expect(interrupted).rejects.toThrow()
  await bucket.restart()
  expect((await readdir(folder)).filter(name => name.startsWith('interrupted'))).toEqual([])
  const otherBucket = { name: 'other', prefix: 'restored/', access: config.bucketAccess }
  const target = { ...config, bucket: otherBucket }
  for (const isComplete of [false, true]) {
    await rejectExistingFiles(target)
    const files = await openRestoredFiles(target)
    const openBackup = await findBackupFile(config, backup)
    await readArchive(await openBackup(), ({ name, body }) =>
      files.write(name.slice('file/'.length), Readable.from(body)),
    )
    await files.publish()
    if (isComplete) files.keep()
    await files.close()
    expect(await listPaths(target)).toEqual(isComplete ? paths : [])
  }
  await expect(rejectExistingFiles(target)).rejects.toThrow('already contains files')
  await expect(findBackupFile(config, 's3://other/never.tar.gz')).rejects.toThrow(
    'There is no file',
  )
})

test('files move to a folder and back, also after an interruption', async () => {
  await uploadImage()
  await prepare(bucket.env)
  const paths = await listPaths(config)
  const inFolder = { ...config, dataDir: join(folder, 'moved'), bucket: undefined }
  bucket.fail('denied', 'GET')
  const failure = await moveFiles(config, inFolder).catch(explainCommandError)
  expect(failure).toContain('The bucket cannot be used. The keys need the permissions')
  bucket.recover()
  const files = paths.length
  expect(await moveFiles(config, inFolder)).toMatchObject({ files })
  await openRootDisk(inFolder.dataDir).put('orders/1/deleted.pdf', 'deleted in the bucket')
  await openRootDisk(inFolder.dataDir).put('own/notes.txt', 'of the operator')
  expect(await moveFiles(config, inFolder, { isSwitch: true })).toMatchObject({
    files,
    copied: 0,
    deleted: 1,
  })
  expect(await listPaths(inFolder)).toEqual([...paths, 'own/notes.txt'].toSorted())
  await openRootDisk(inFolder.dataDir).delete('own/notes.txt')

  await expect(prepare(bucket.env)).rejects.toThrow('are in DATA_DIR, but FILES_URL is s3://')
  const back = {
    ...config,
    bucket: { name: 'other', prefix: 'back/', access: config.bucketAccess },
  }
  await openDisk(back).put('1/cup.webp', 'of another installation')
  await expect(moveFiles(inFolder, back, { isSwitch: true })).rejects.toThrow(
    's3://other/back contains other files.',
  )
  expect(await listPaths(back)).toEqual(['media/1/cup.webp'])
  await openDisk(back).delete('1/cup.webp')
  expect(await moveFiles(inFolder, back, { isSwitch: true })).toMatchObject({
    files,
    copied: files,
  })
  expect(await moveFiles(inFolder, back).catch(error => error.message)).toContain(
    'are in s3://other/back, but FILES_URL is not set',
  )
  expect(await listPaths(back)).toEqual(paths)
})

async function findLocation() {
  const [row] = await t.sql<{ location: string | null }[]>`
    select file_location as location from installation`
  return row?.location
}

test('an installation with files in DATA_DIR uses a bucket only after they were moved', async () => {
  const earlier = { ...config, dataDir: join(folder, 'earlier'), bucket: undefined }
  await openDisk(earlier).put('1/cup.webp', 'cup')
  const env = { ...bucket.env, FILES_URL: 's3://other/upgraded', DATA_DIR: earlier.dataDir }
  await expect(prepare(env)).rejects.toThrow(
    '"npm run files:move -- --to s3://other/upgraded --switch"',
  )
  expect(await findLocation()).toBeNull()
  const { bucket: upgraded } = readConfig(env)
  expect(
    await moveFiles(earlier, { ...config, bucket: upgraded }, { isSwitch: true }),
  ).toMatchObject({
    copied: 1,
  })
  expect(await prepare(env)).toBeUndefined()
  expect(await openDisk({ ...config, bucket: upgraded }).get('1/cup.webp')).toBe('cup')
})

test('a bucket of another installation or of another service is not used', async () => {
  const env = { ...bucket.env, FILES_URL: 's3://other/own' }
  const { bucket: own } = readConfig(env)
  const files = await openInstallationFiles({ ...config, bucket: own })
  const markBucket = (id: string) => files.write('installation', Readable.from([id]), undefined)
  await markBucket(crypto.randomUUID())
  await expect(prepare(env)).rejects.toThrow('contains the files of another installation')
  expect(await findLocation()).toBeNull()
  await files.delete('installation')
  expect(await prepare(env)).toBeUndefined()
  expect(await prepare(env)).toBeUndefined()
  await files.delete('installation')
  await uploadImage()
  await expect(prepare(env)).rejects.toThrow('Check FILES_URL and FILES_ENDPOINT.')
  await t.sql`truncate media cascade`
  expect(await prepare(env)).toBeUndefined()
  expect(await files.findHash('installation')).toBeDefined()
})

test('a move or restore into the bucket of another installation changes no file', async () => {
  await t.sql`update installation set file_location = 'DATA_DIR'`
  const source = { ...config, dataDir: join(folder, 'source'), bucket: undefined }
  const foreign = {
    ...config,
    bucket: { name: 'other', prefix: 'foreign/', access: config.bucketAccess },
  }
  const files = await openInstallationFiles(foreign)
  await files.write('installation', Readable.from([crypto.randomUUID()]), undefined)
  await expect(rejectExistingFiles(foreign)).rejects.toThrow('belongs to an installation')
  for (const [storage, name] of [
    [source, 'own'],
    [foreign, 'foreign'],
  ] as const) {
    await openDisk(storage, 'audit').put('2026-01/000001.jsonl.gz', name)
    await openDisk(storage).put(`1/${name}.webp`, name)
  }
  for (const isSwitch of [false, true])
    await expect(moveFiles(source, foreign, { isSwitch })).rejects.toThrow(
      'contains the files of another installation',
    )
  expect(await openDisk(foreign, 'audit').get('2026-01/000001.jsonl.gz')).toBe('foreign')
  expect(await listPaths(foreign)).toEqual([
    'audit/2026-01/000001.jsonl.gz',
    'media/1/foreign.webp',
  ])
  expect(await findLocation()).toBe('DATA_DIR')
})

test('the start names what is wrong with the bucket, and only warns while it is gone', async () => {
  const prepareAgain = (changes: Record<string, string>) => prepare({ ...bucket.env, ...changes })
  await expect(prepareAgain({ FILES_URL: 's3://missing' })).rejects.toThrow(
    'Files cannot be stored in s3://missing. There is no such bucket.',
  )
  await expect(prepareAgain({ FILES_ACCESS_KEY: 'other' })).rejects.toThrow('rejects the keys')
  bucket.fail('expired', 'PUT')
  await expect(prepareAgain({})).rejects.toThrow('The keys have expired. Renew them.')
  bucket.fail('denied', 'PUT')
  await expect(prepareAgain({})).rejects.toThrow('The keys need the permissions')
  bucket.fail('damaged', 'GET')
  await expect(prepareAgain({})).rejects.toThrow('The bucket returns other bytes than were stored.')
  bucket.fail('gone', 'PUT')
  await expect(prepareAgain({})).rejects.toThrow('cannot be reached. The reason is ECONNRESET.')
  expect(await findLocation()).toBeNull()
  bucket.recover()
  expect(await prepareAgain({})).toBeUndefined()
  bucket.fail('gone', 'PUT')
  expect(await prepareAgain({})).toContain('cannot be reached. The reason is ECONNRESET.')
  await expect(prepare({})).rejects.toThrow(
    'The files of this installation are in s3://store-files/shop, but FILES_URL is not set.',
  )
})
