import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { type Bucket, parseBucketUrl } from '../../bucket-config.ts'
import type { Config } from '../../config.ts'
import { flushToDisk } from '../../lib/file/disk.ts'
import { StartupError } from '../../startup-error.ts'

export type BackupFileConfig = Pick<Config, 'bucketAccess'>

/** Writes an archive to a file, or to the bucket of a URL. Only a complete backup gets the name. */
export async function writeBackupFile(
  config: BackupFileConfig,
  target: string,
  createArchive: () => Readable,
): Promise<void> {
  const object = parseObjectUrl(config, target)
  if (object) {
    const { openBucket } = await import('../../lib/file/bucket-driver.ts')
    await pipeline(createArchive(), createGzip({ level: 3 }), source =>
      openBucket(object.bucket).putStream(object.key, Readable.from(source)),
    )
    return
  }
  const temporaryFile = `${target}.${process.pid}.part`
  try {
    const file = createWriteStream(temporaryFile, { mode: 0o600, flags: 'wx' })
    await once(file, 'open').catch(error => {
      throw new StartupError(`The backup cannot be written to ${target}: ${error.message}.`)
    })
    await pipeline(createArchive(), createGzip({ level: 3 }), file)
    await flushToDisk(temporaryFile)
    await rename(temporaryFile, target)
    await flushToDisk(dirname(target))
  } finally {
    await rm(temporaryFile, { force: true })
  }
}

/** Returns a function that opens the archive, which is read twice. */
export async function findBackupFile(
  config: BackupFileConfig,
  source: string,
): Promise<() => Promise<Readable>> {
  const object = parseObjectUrl(config, source)
  if (object) {
    const { openBucket } = await import('../../lib/file/bucket-driver.ts')
    const driver = openBucket(object.bucket)
    if (await driver.exists(object.key))
      return async () => unpack(await driver.getStream(object.key))
  } else if (existsSync(source)) return async () => unpack(createReadStream(source))
  throw new StartupError(`There is no file ${source}.`)
}

function unpack(file: Readable): Readable {
  const unpacked = createGunzip()
  file.on('error', error => unpacked.destroy(error))
  return file.pipe(unpacked)
}

/** Returns the folder and the name of `s3://bucket/folder/name`, or undefined for a path. */
function parseObjectUrl(
  { bucketAccess }: BackupFileConfig,
  target: string,
): { bucket: Bucket; key: string } | undefined {
  if (!target.startsWith('s3://')) return undefined
  const key = basename(target)
  const bucket = parseBucketUrl(dirname(target), bucketAccess)
  if (!bucket)
    throw new StartupError(`${target} must look like s3://bucket/name or s3://bucket/folder/name.`)
  return { bucket, key }
}
