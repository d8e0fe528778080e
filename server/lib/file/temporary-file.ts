import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { JobHandlers } from '../job/jobs.ts'
import { deleteOldDrafts, draftSuffix } from './disk.ts'

const getFolder = (dataDir: string) => join(dataDir, 'uploads')

/**
 * Runs the work with the path of a temporary file, and deletes the file afterwards. The file is in
 * the data folder: it is private there, and the folder of the system is in memory on some machines.
 */
export async function withTemporaryFile<T>(
  dataDir: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const folder = getFolder(dataDir)
  await mkdir(folder, { recursive: true })
  const path = join(folder, randomUUID() + draftSuffix)
  try {
    return await work(path)
  } finally {
    // The result of the work counts. The job deletes a file that cannot be deleted now.
    await rm(path, { force: true }).catch(() => {})
  }
}

const hourMs = 3_600_000

/**
 * Deletes the temporary files of killed processes. Files in use are newer than an hour, including
 * those of other processes with the same data folder.
 */
export const deleteAbandonedFiles = (dataDir: string, abortSignal?: AbortSignal): Promise<void> =>
  deleteOldDrafts(getFolder(dataDir), hourMs, abortSignal)

export const temporaryFileJobs = ({
  config: { dataDir },
}: {
  config: Pick<Config, 'dataDir'>
}): JobHandlers => ({
  'upload.cleanup': (_payload, { abortSignal }) => deleteAbandonedFiles(dataDir, abortSignal),
})
