import { createHash } from 'node:crypto'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Bucket } from '../../bucket-config.ts'
import {
  type DiskConfig,
  diskFolders,
  draftSuffix,
  loadBucketDriver,
  openRootDisk,
} from './disk.ts'

/** `path` is that in DATA_DIR, such as `media/…`. Files with the same `state` have the same bytes. */
type ListedFile = { path: string; state?: string }
export type OpenStoredFile = {
  size: number
  state: string
  body: AsyncIterable<Buffer> | Buffer[]
  close: () => Promise<void>
}

/** The size of a file and its SHA-256, if it is known without reading the file of a bucket. */
export type FileHash = { size: number; sha256: string | undefined }

/** All files of an installation, for backups and moves. */
export type InstallationFiles = {
  list: () => AsyncIterable<ListedFile>
  /** Returns undefined if the file was deleted since it was listed. */
  open: (path: string) => Promise<OpenStoredFile | undefined>
  findHash: (path: string) => Promise<FileHash | undefined>
  write: (path: string, body: Readable, sha256: string | undefined) => Promise<void>
  delete: (path: string) => Promise<void>
}

export async function openInstallationFiles({
  dataDir,
  bucket,
}: DiskConfig): Promise<InstallationFiles> {
  return bucket ? openBucketFiles(bucket) : openFolderFiles(dataDir)
}

function openFolderFiles(dataDir: string): InstallationFiles {
  return {
    async *list() {
      for (const path of await listFiles(dataDir)) yield { path }
    },
    async open(path) {
      // An open file remains readable when it is deleted.
      const handle = await open(join(dataDir, path)).catch(error => {
        if (error.code === 'ENOENT') return
        throw error
      })
      if (!handle) return undefined
      const { size, mtimeMs } = await handle.stat()
      const body = size ? handle.createReadStream({ end: size - 1 }) : []
      return { size, state: `${size} ${mtimeMs}`, body, close: () => handle.close() }
    },
    async findHash(path) {
      const file = await this.open(path)
      return file && hashFile(file)
    },
    write: (path, body) => openRootDisk(dataDir).putStream(path, body),
    delete: path => openRootDisk(dataDir).delete(path),
  }
}

async function openBucketFiles(bucket: Bucket): Promise<InstallationFiles> {
  await loadBucketDriver({ bucket })
  const { openBucket } = await import('./bucket-driver.ts')
  const driver = openBucket(bucket)
  return {
    async *list() {
      for (const folder of diskFolders)
        for await (const { key: path, state } of driver.list(`${folder}/`)) yield { path, state }
    },
    async open(path) {
      const file = await driver.findFile(path)
      return file && { ...file, close: async () => void file.body.destroy() }
    },
    findHash: path => driver.findHash(path),
    write: (path, body, sha256) =>
      driver.putStream(path, body, sha256 === undefined ? {} : { Metadata: { sha256 } }),
    delete: path => driver.delete(path),
  }
}

/** Reads a file to its end. */
export async function hashFile({ body, close }: OpenStoredFile): Promise<FileHash> {
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const chunk of body) {
      size += chunk.length
      hash.update(chunk)
    }
    return { size, sha256: hash.digest('hex') }
  } finally {
    await close()
  }
}

/**
 * Folders of DATA_DIR that contain no files of the installation: the database, which is copied as tables, emails that
 * are written to disk instead of sent, the demo store, and unfinished restores.
 */
const excludedFolders = /^(postgres(\.new)?|outbox|demo|restoring-.*)$/

/**
 * Returns the files in the folders of DATA_DIR. Files outside of folders (locks, logs, the password
 * of the database) belong to this installation only.
 */
export async function listFiles(dataDir: string): Promise<string[]> {
  const folders = await readdir(dataDir, { withFileTypes: true }).catch(() => [])
  const lists = await Promise.all(
    folders
      .filter(entry => entry.isDirectory() && !excludedFolders.test(entry.name))
      .map(async ({ name }) => {
        const entries = await readdir(join(dataDir, name), { withFileTypes: true, recursive: true })
        return entries
          .filter(entry => entry.isFile() && !entry.name.endsWith(draftSuffix))
          .map(entry => join(entry.parentPath, entry.name).slice(dataDir.length + 1))
      }),
  )
  return lists.flat().toSorted()
}

/** Returns whether DATA_DIR contains uploaded files. */
export async function hasStoredFiles(dataDir: string): Promise<boolean> {
  return (await listFiles(dataDir)).some(isUploadedFile)
}

/** DATA_DIR can also contain folders of the operator. */
export const isUploadedFile = (path: string): boolean =>
  diskFolders.some(folder => path.startsWith(`${folder}/`))
