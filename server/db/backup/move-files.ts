import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Config } from '../../config.ts'
import {
  assertSharedLocation,
  getFileLocation,
  switchFileLocation,
  verifyBucketOwner,
} from '../../file-storage.ts'
import {
  hashFile,
  type InstallationFiles,
  isUploadedFile,
  openInstallationFiles,
} from '../../lib/file/installation-files.ts'
import { StartupError } from '../../startup-error.ts'
import { attachDatabase } from '../cluster/attach-database.ts'

type MoveConfig = Pick<Config, 'databaseUrl' | 'dataDir' | 'bucket'>
type MoveSummary = { files: number; bytes: number; copied: number; deleted: number }
type MoveOptions = {
  /** Whether processes must use the target from their next start. */
  isSwitch?: boolean
  onProgress?: (summary: MoveSummary) => void
}

/** Requests wait for the network, so several files are copied at once. */
const workerCount = 8

/**
 * Copies all files to another storage, and compares the bytes that it has stored. Files that are there
 * already are only compared, so that an interrupted move continues. With `isSwitch`, files
 * of the target that the source does not have are deleted.
 */
export async function moveFiles(
  config: MoveConfig,
  target: Pick<Config, 'dataDir' | 'bucket'>,
  { isSwitch = false, onProgress }: MoveOptions = {},
): Promise<MoveSummary> {
  if (getFileLocation(config) === getFileLocation(target))
    throw new StartupError(`The files are in ${getFileLocation(target)} already.`)
  const database = await attachDatabase(config)
  try {
    await assertSharedLocation(config, database.url)
    await verifyBucketOwner(target, database.url)
    const [source, destination] = [
      await openInstallationFiles(config),
      await openInstallationFiles(target),
    ]
    const deletedPaths = await findDeletedPaths(source, destination, getFileLocation(target))
    const summary = await copyFiles(source, destination, onProgress)
    if (!isSwitch) return summary
    for (const path of deletedPaths) await destination.delete(path)
    await switchFileLocation(target, database.url)
    return { ...summary, deleted: deletedPaths.length }
  } finally {
    await database.stop()
  }
}

/**
 * Returns the files of the target that were deleted in the source since they were copied.
 * @throws StartupError if the target has no file of the source, because its files then have another origin
 */
async function findDeletedPaths(
  source: InstallationFiles,
  target: InstallationFiles,
  targetLocation: string,
): Promise<string[]> {
  const listPaths = async (files: InstallationFiles) =>
    (await Array.fromAsync(files.list(), ({ path }) => path)).filter(isUploadedFile)
  const targetPaths = await listPaths(target)
  if (targetPaths.length === 0) return []
  const sourcePaths = new Set(await listPaths(source))
  const deletedPaths = targetPaths.filter(path => !sourcePaths.has(path))
  if (deletedPaths.length === targetPaths.length)
    throw new StartupError(
      `${targetLocation} contains other files. Name an empty folder. Nothing was changed.`,
    )
  return deletedPaths
}

async function copyFiles(
  source: InstallationFiles,
  target: InstallationFiles,
  onProgress: MoveOptions['onProgress'],
): Promise<MoveSummary> {
  const summary: MoveSummary = { files: 0, bytes: 0, copied: 0, deleted: 0 }
  const files = source.list()[Symbol.asyncIterator]()
  const copyNextFiles = async () => {
    for (let next = await files.next(); !next.done; next = await files.next()) {
      const copy = await copyFile(source, target, next.value.path)
      if (!copy) continue
      summary.files += 1
      summary.bytes += copy.size
      if (copy.isNew) summary.copied += 1
      onProgress?.(summary)
    }
  }
  await Promise.all(Array.from({ length: workerCount }, copyNextFiles))
  return summary
}

/** Returns undefined if the file was deleted since it was listed. */
async function copyFile(
  source: InstallationFiles,
  target: InstallationFiles,
  path: string,
): Promise<{ size: number; isNew: boolean } | undefined> {
  const sourceHash = await source.findHash(path)
  if (!sourceHash) return undefined
  const existing = await target.findHash(path)
  if (
    sourceHash.sha256 !== undefined &&
    existing?.sha256 === sourceHash.sha256 &&
    existing.size === sourceHash.size
  )
    return { size: sourceHash.size, isNew: false }
  const file = await source.open(path)
  if (!file) return undefined
  const hash = createHash('sha256')
  let size = 0
  const body = Readable.from(
    (async function* () {
      for await (const chunk of file.body) {
        size += chunk.length
        hash.update(chunk)
        yield chunk
      }
    })(),
    { objectMode: false },
  )
  try {
    await target.write(path, body, sourceHash.sha256)
  } finally {
    await file.close()
  }
  const copy = await target.open(path)
  const stored = copy && (await hashFile(copy))
  if (size !== sourceHash.size || stored?.size !== size || stored.sha256 !== hash.digest('hex'))
    throw new StartupError(`${path} differs after it was copied. Run the command again.`)
  return { size, isNew: true }
}
