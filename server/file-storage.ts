import { Readable } from 'node:stream'
import type postgres from 'postgres'
import { formatBucketUrl } from './bucket-config.ts'
import { describeBucketFailure } from './bucket-failure.ts'
import type { Config } from './config.ts'
import { loadBucketDriver, openDisk } from './lib/file/disk.ts'
import { hasStoredFiles, openInstallationFiles } from './lib/file/installation-files.ts'
import { openClient } from './lib/primary/open-client.ts'
import { StartupError } from './startup-error.ts'

type StorageConfig = Pick<Config, 'dataDir' | 'bucket'>

/**
 * Verifies that this process stores files where all others do, and that it can use the bucket. The first
 * start saves the location after it has verified it. Returns a warning if the bucket is not available now.
 * @throws StartupError
 */
export async function prepareFileStorage(
  config: StorageConfig,
  ownerUrl: string,
): Promise<string | undefined> {
  const isLocationSaved = await assertSharedLocation(config, ownerUrl)
  if (!isLocationSaved) await rejectUnmovedFiles(config)
  const warning = await verifyBucket(config, ownerUrl, isLocationSaved)
  if (isLocationSaved) return warning
  if (warning) throw new StartupError(warning)
  await withClient(
    ownerUrl,
    sql =>
      sql`update installation set file_location = ${getFileLocation(config)} where file_location is null`,
  )
  // Another process can have saved a location at the same time.
  await assertSharedLocation(config, ownerUrl)
  return undefined
}

/** The data folder can have another path for each process, but a bucket has one name. */
export const getFileLocation = ({ bucket }: StorageConfig) =>
  bucket ? formatBucketUrl(bucket) : 'DATA_DIR'

/** Returns whether the location is saved. `npm run files:move` changes it. */
export async function assertSharedLocation(
  config: StorageConfig,
  ownerUrl: string,
): Promise<boolean> {
  const location = getFileLocation(config)
  const [row] = await withClient(
    ownerUrl,
    sql => sql<{ fileLocation: string | null }[]>`
      select file_location as "fileLocation" from installation`,
  )
  if (!row?.fileLocation) return false
  if (row.fileLocation !== location)
    throw new StartupError(
      `The files of this installation are in ${row.fileLocation}, but ` +
        `${config.bucket ? `FILES_URL is ${location}` : 'FILES_URL is not set'}. ` +
        'Correct FILES_URL, or move the files with "npm run files:move".',
    )
  return true
}

/** Makes all processes use another location from their next start. */
export async function switchFileLocation(target: StorageConfig, ownerUrl: string): Promise<void> {
  await claimBucket(target, ownerUrl)
  await withClient(
    ownerUrl,
    sql => sql`update installation set file_location = ${getFileLocation(target)}`,
  )
}

async function withClient<T>(
  ownerUrl: string,
  execute: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  const sql = openClient(ownerUrl, {
    max: 1,
    prepare: false,
    fetch_types: false,
    onnotice: () => {},
  })
  try {
    return await execute(sql)
  } finally {
    await sql.end()
  }
}

/** An installation that stored its files in DATA_DIR would not find them in the bucket. */
async function rejectUnmovedFiles({ bucket, dataDir }: StorageConfig): Promise<void> {
  if (!bucket || !(await hasStoredFiles(dataDir))) return
  const url = formatBucketUrl(bucket)
  throw new StartupError(
    `FILES_URL is ${url}, but the files of this installation are in ${dataDir}. Unset FILES_URL and move them with ` +
      `"npm run files:move -- --to ${url} --switch".`,
  )
}

/**
 * Writes, reads and deletes a small file. Returns a warning if the service is not available.
 * @throws StartupError
 */
async function verifyBucket(
  config: StorageConfig,
  ownerUrl: string,
  isLocationSaved: boolean,
): Promise<string | undefined> {
  if (!config.bucket) return undefined
  await loadBucketDriver(config)
  const disk = openDisk(config, 'imports')
  const key = `start-${crypto.randomUUID()}`
  try {
    await disk.put(key, key)
    await disk.get(key)
    await disk.delete(key)
    if (await verifyBucketOwner(config, ownerUrl)) return undefined
    if (isLocationSaved) await rejectMissingFiles(config, ownerUrl)
    await markBucket(config, ownerUrl)
    return undefined
  } catch (error) {
    if (error instanceof StartupError) throw error
    const url = formatBucketUrl(config.bucket)
    const { reason, needsOperator } = describeBucketFailure(error)
    if (needsOperator) throw new StartupError(`Files cannot be stored in ${url}. ${reason}`)
    return `${url} cannot be reached. ${reason} Files cannot be read or stored until it is available.`
  }
}

/** The file with the id of the installation, in the folder of `FILES_URL`. */
const installationIdPath = 'installation'

/**
 * Returns whether the bucket is marked as that of this installation.
 * @throws StartupError if it is marked as that of another one
 */
export async function verifyBucketOwner(config: StorageConfig, ownerUrl: string): Promise<boolean> {
  if (!config.bucket) return false
  const files = await openInstallationFiles(config)
  const file = await files.open(installationIdPath)
  if (!file) return false
  const storedId = Buffer.concat(await Array.fromAsync(file.body)).toString()
  if (storedId !== (await findInstallationId(ownerUrl)))
    throw new StartupError(
      `${formatBucketUrl(config.bucket)} contains the files of another installation. Use an empty folder.`,
    )
  return true
}

/**
 * Marks the bucket as that of this installation.
 * @throws StartupError if it is marked as that of another one
 */
export async function claimBucket(config: StorageConfig, ownerUrl: string): Promise<void> {
  if (config.bucket && !(await verifyBucketOwner(config, ownerUrl)))
    await markBucket(config, ownerUrl)
}

async function markBucket(config: StorageConfig, ownerUrl: string): Promise<void> {
  const files = await openInstallationFiles(config)
  const id = Readable.from([await findInstallationId(ownerUrl)], { objectMode: false })
  await files.write(installationIdPath, id, undefined)
}

/** A copy of an installation has the same id, so its restore rejects every mark. */
export async function rejectMarkedBucket(config: StorageConfig): Promise<void> {
  if (!config.bucket) return
  const files = await openInstallationFiles(config)
  if (await files.findHash(installationIdPath))
    throw new StartupError(
      `${formatBucketUrl(config.bucket)} belongs to an installation. Set FILES_URL to an empty folder.`,
    )
}

async function findInstallationId(ownerUrl: string): Promise<string> {
  const [row] = await withClient(
    ownerUrl,
    sql => sql<{ id: string }[]>`select id from installation`,
  )
  return row?.id ?? ''
}

/** A bucket of another service can have the same name. It has neither a mark nor files. */
async function rejectMissingFiles(config: StorageConfig, ownerUrl: string): Promise<void> {
  const files = await openInstallationFiles(config)
  for await (const _ of files.list()) return
  const [row] = await withClient(
    ownerUrl,
    sql => sql<{ hasFiles: boolean }[]>`
      select exists (select from media) or exists (select from audit_archived_files()) as "hasFiles"`,
  )
  if (row?.hasFiles)
    throw new StartupError(
      `${getFileLocation(config)} does not contain the files of this installation. ` +
        'Check FILES_URL and FILES_ENDPOINT.',
    )
}
