import { type Bucket, formatBucketUrl } from './bucket-config.ts'
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

/** Writes, reads and deletes a small file. A service that is not available now stops no start. */
async function verifyBucket(bucket: Bucket, config: StorageConfig): Promise<string | undefined> {
  const disk = openDisk(config, 'imports')
  const key = `start-${crypto.randomUUID()}`
  try {
    await disk.put(key, key)
    if ((await disk.get(key)) !== key)
      throw new Error('A file has other bytes after it was stored.')
    await disk.delete(key)
    return undefined
  } catch (error) {
    const { name, status } = describeFailure(error)
    const url = formatBucketUrl(bucket)
    const reason = bucketFailures[name] ?? (status === 403 ? bucketFailures['AccessDenied'] : '')
    if (reason || (status >= 300 && status < 500 && status !== 429))
      throw new StartupError(`Files cannot be stored in ${url}. ${reason || `${name}.`}`)
    return `${url} cannot be reached (${name}). Files cannot be read or stored until it can.`
  }
}

const wrongKeys = 'The service rejects the keys. Check FILES_ACCESS_KEY and FILES_SECRET_KEY.'
const wrongRegion = 'The bucket is in another region. Set FILES_REGION.'
const bucketFailures: Record<string, string> = {
  NoSuchBucket: 'There is no such bucket. Create it, or correct FILES_URL.',
  AccessDenied:
    'The keys need the permissions s3:GetObject, s3:PutObject, s3:DeleteObject, ' +
    's3:AbortMultipartUpload and s3:ListBucket.',
  InvalidAccessKeyId: wrongKeys,
  SignatureDoesNotMatch: wrongKeys,
  CredentialsProviderError:
    'There are no keys. Set FILES_ACCESS_KEY and FILES_SECRET_KEY, or a role of the machine.',
  ExpiredToken: 'The credentials have expired. Renew them.',
  RequestTimeTooSkewed: 'The clock of this machine is wrong. Set it, for example by NTP.',
  PermanentRedirect: wrongRegion,
  AuthorizationHeaderMalformed: wrongRegion,
}

/** The library wraps the error of the client as its cause. */
function describeFailure(error: unknown): { name: string; status: number } {
  if (!(error instanceof Error)) return { name: String(error), status: 0 }
  if (error.cause instanceof Error) return describeFailure(error.cause)
  const metadata = '$metadata' in error ? error.$metadata : undefined
  const status =
    typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata
      ? Number(metadata.httpStatusCode)
      : 0
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return { name: code || error.name, status }
}
