import { randomUUID } from 'node:crypto'
import { glob, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { FSDriver } from 'flydrive/drivers/fs'
import type { WriteOptions } from 'flydrive/types'
import type { Config } from '../../config.ts'
import type { JobHandlers } from '../job/jobs.ts'
import { FileDisk, type OpenDiskFile } from './file-disk.ts'
import { isFileMissing } from './is-file-missing.ts'

/** The suffix of the name of a file that is not completely written. */
export const draftSuffix = '.part'

/**
 * Gives a file its name after it is completely written, so that no reader or backup gets a part of
 * it.
 */
class AtomicFileDriver extends FSDriver {
  private readonly location: string
  private readonly isDurable: boolean
  /** `isDurable` waits until a file is on the disk, so that it survives a power failure. */
  constructor(location: string, visibility: 'public' | 'private', isDurable: boolean) {
    super({ location, visibility })
    this.location = location
    this.isDurable = isDurable
  }
  override put(key: string, contents: string | Uint8Array, options?: WriteOptions) {
    return this.writeAtomically(key, draft => super.put(draft, contents, options))
  }
  override putStream(key: string, contents: Readable, options?: WriteOptions) {
    return this.writeAtomically(key, draft => super.putStream(draft, contents, options))
  }
  async findFile(key: string): Promise<OpenDiskFile | undefined> {
    const handle = await open(join(this.location, key)).catch(error => {
      if (!isFileMissing(error)) throw error
    })
    if (!handle) return undefined
    const { size } = await handle.stat()
    return { size, body: handle.createReadStream() }
  }
  private async writeAtomically(key: string, write: (draft: string) => Promise<void>) {
    const draft = `${key}.${randomUUID()}${draftSuffix}`
    try {
      await write(draft)
      if (this.isDurable) await flushToDisk(join(this.location, draft))
      await rename(join(this.location, draft), join(this.location, key))
      if (this.isDurable) await this.flushFolders(key)
    } catch (error) {
      await this.delete(draft).catch(() => {})
      throw error
    }
  }
  /** The name of a file, and of a folder that was created for it, is in the folder above. */
  private async flushFolders(key: string) {
    const folder = dirname(join(this.location, key))
    await flushToDisk(folder)
    if (folder !== this.location) await flushToDisk(dirname(folder))
  }
}

/** Waits until a file, or the names in a folder, are on the disk. */
export async function flushToDisk(path: string): Promise<void> {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

export const diskFolders = ['media', 'imports', 'orders', 'mail', 'audit'] as const
export type DiskFolder = (typeof diskFolders)[number]
export type DiskConfig = Pick<Config, 'dataDir' | 'bucket'>

let bucketDriver: typeof import('./bucket-driver.ts') | undefined

/** Loads the client of S3, which only an installation with a bucket needs. Call it before `openDisk`. */
export async function loadBucketDriver({ bucket }: Pick<Config, 'bucket'>): Promise<void> {
  if (bucket) bucketDriver ??= await import('./bucket-driver.ts')
}

/** Returns the storage of one kind of file, in the bucket or in the data folder. */
export function openDisk(config: DiskConfig, folder: DiskFolder = 'media'): FileDisk {
  return openFolder(config, folder, { isForRequests: false })
}

/**
 * Returns the storage from which pages and calls send files. They fail with status 503 if the bucket
 * does not send the first bytes of a file in time, or all bytes of a file that they do not forward.
 * Exports, uploads and jobs wait longer, with `openDisk`.
 */
export function openRequestDisk(config: DiskConfig, folder: DiskFolder = 'media'): FileDisk {
  return openFolder(config, folder, { isForRequests: true })
}

function openFolder(
  { dataDir, bucket }: DiskConfig,
  folder: DiskFolder,
  options: { isForRequests: boolean },
): FileDisk {
  if (bucket) {
    if (!bucketDriver) throw new Error('The client of the bucket was not loaded.')
    return new FileDisk(bucketDriver.openBucket(bucket, `${folder}/`, options))
  }
  return new FileDisk(
    new AtomicFileDriver(
      join(dataDir, folder),
      folder === 'media' ? 'public' : 'private',
      // Their senders delete emails after they were accepted, and the audit deletes archived rows.
      folder === 'mail' || folder === 'audit',
    ),
  )
}

/** Returns the storage of files by their path in the data folder, such as `media/…`. */
export const openRootDisk = (dataDir: string) =>
  new FileDisk(new AtomicFileDriver(dataDir, 'private', true))

const dayMs = 86_400_000

/**
 * Deletes files that a killed process did not finish. Files that are still being written are newer
 * than a day.
 */
export const diskJobs = ({
  config: { dataDir },
}: {
  config: Pick<Config, 'dataDir'>
}): JobHandlers => ({
  'disk.cleanup': async (_payload, { abortSignal }) => {
    for (const folder of diskFolders)
      await deleteOldDrafts(join(dataDir, folder), dayMs, abortSignal)
  },
})

/** Deletes the drafts in a folder that have not been written to for this time. */
export async function deleteOldDrafts(
  folder: string,
  maxAgeMs: number,
  abortSignal?: AbortSignal,
): Promise<void> {
  for await (const name of glob(`**/*${draftSuffix}`, { cwd: folder })) {
    if (abortSignal?.aborted) return
    const path = join(folder, name)
    const stats = await stat(path).catch(() => undefined)
    if (stats?.isFile() && stats.mtimeMs < Date.now() - maxAgeMs) await rm(path, { force: true })
  }
}
