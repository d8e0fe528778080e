import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Bucket, formatBucketUrl } from '../../bucket-config.ts'
import { rejectMarkedBucket } from '../../file-storage.ts'
import type { DiskConfig } from '../../lib/file/disk.ts'
import { openInstallationFiles } from '../../lib/file/installation-files.ts'
import { StartupError } from '../../startup-error.ts'

/** The files of a restore, which are stored completely or not at all. */
export type RestoredFiles = {
  write: (path: string, body: Readable) => Promise<void>
  /** Gives the files their names. The last step before the commit. */
  publish: () => Promise<void>
  /** The rows are committed. */
  keep: () => void
  /** Deletes files that are not kept. */
  close: () => Promise<void>
}

/** @throws StartupError if the storage contains files, or the mark of an installation */
export async function rejectExistingFiles(config: DiskConfig): Promise<void> {
  const files = await openInstallationFiles(config)
  for await (const _ of files.list())
    throw new StartupError(
      config.bucket
        ? `${formatBucketUrl(config.bucket)} already contains files. Set FILES_URL to an empty folder.`
        : `The data folder ${config.dataDir} already contains files. Set DATA_DIR to an empty folder.`,
    )
  await rejectMarkedBucket(config)
}

export const openRestoredFiles = async ({ dataDir, bucket }: DiskConfig): Promise<RestoredFiles> =>
  bucket ? openFilesOfBucket(bucket) : openFilesOfFolder(dataDir)

function openFilesOfFolder(dataDir: string): RestoredFiles {
  // On the same file system as the target folders, so that a rename moves the files.
  const stagingFolder = join(dataDir, `restoring-${process.pid}`)
  return {
    async write(path, body) {
      const file = join(stagingFolder, path)
      await mkdir(dirname(file), { recursive: true })
      await pipeline(body, createWriteStream(file))
    },
    // A crash after this leaves only files, which the next restore reports.
    async publish() {
      await mkdir(stagingFolder, { recursive: true })
      for (const folder of await readdir(stagingFolder))
        await rename(join(stagingFolder, folder), join(dataDir, folder))
    },
    keep() {},
    close: () => rm(stagingFolder, { recursive: true, force: true }),
  }
}

/** No row refers to the files before the commit, so they can have their names already. */
async function openFilesOfBucket(bucket: Bucket): Promise<RestoredFiles> {
  const { openBucket } = await import('../../lib/file/bucket-driver.ts')
  const driver = openBucket(bucket)
  let unkeptPaths: string[] = []
  return {
    async write(path, body) {
      unkeptPaths.push(path)
      await driver.putStream(path, body)
    },
    async publish() {},
    keep() {
      unkeptPaths = []
    },
    async close() {
      for (const path of unkeptPaths) await driver.delete(path).catch(() => {})
    },
  }
}
