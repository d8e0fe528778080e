import { type Bucket, formatBucketUrl } from './bucket-config.ts'
import { describeBucketFailure } from './bucket-failure.ts'
import type { Config } from './config.ts'
import { loadBucketDriver, openDisk } from './lib/file/disk.ts'
import { openClient } from './lib/primary/open-client.ts'
import { StartupError } from './startup-error.ts'

type StorageConfig = Pick<Config, 'dataDir' | 'bucket'>

/**
 * Verifies that this process stores files where all others do, and that it can use the bucket. Returns a
 * warning if the bucket is not available now.
 * @throws StartupError
 */
export async function prepareFileStorage(
  config: StorageConfig,
  ownerUrl: string,
): Promise<string | undefined> {
  await assertSharedLocation(config, ownerUrl)
  if (!config.bucket) return undefined
  await loadBucketDriver(config)
  return verifyBucket(config.bucket, config)
}

/** The data folder can have another path for each process, but a bucket has one name. */
export const getFileLocation = ({ bucket }: StorageConfig) =>
  bucket ? formatBucketUrl(bucket) : 'DATA_DIR'

/** The first start decides the location. `npm run files:move` changes it. */
export async function assertSharedLocation(config: StorageConfig, ownerUrl: string): Promise<void> {
  const location = getFileLocation(config)
  const sql = openClient(ownerUrl, {
    max: 1,
    prepare: false,
    fetch_types: false,
    onnotice: () => {},
  })
  try {
    await sql`update installation set file_location = ${location} where file_location is null`
    const [row] = await sql<{ fileLocation: string }[]>`
      select file_location as "fileLocation" from installation`
    if (row && row.fileLocation !== location)
      throw new StartupError(
        `The files of this installation are in ${row.fileLocation}, but ` +
          `${config.bucket ? `FILES_URL is ${location}` : 'FILES_URL is not set'}. ` +
          'Correct FILES_URL, or move the files with "npm run files:move".',
      )
  } finally {
    await sql.end()
  }
}

/** Writes, reads and deletes a small file. If the service is not available, the start continues. */
async function verifyBucket(bucket: Bucket, config: StorageConfig): Promise<string | undefined> {
  const disk = openDisk(config, 'imports')
  const key = `start-${crypto.randomUUID()}`
  try {
    await disk.put(key, key)
    await disk.get(key)
    await disk.delete(key)
    return undefined
  } catch (error) {
    const url = formatBucketUrl(bucket)
    const { reason, needsOperator } = describeBucketFailure(error)
    if (needsOperator) throw new StartupError(`Files cannot be stored in ${url}. ${reason}`)
    return `${url} cannot be reached. ${reason} Files cannot be read or stored until it is available.`
  }
}
