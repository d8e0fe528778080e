import { randomUUID } from 'node:crypto'
import { glob, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { WriteOptions } from 'flydrive/types'
import type { Config } from '../../config.ts'
import type { JobHandlers } from '../job/jobs.ts'

/** What a file ends with until it is whole. */
export const draftSuffix = '.part'

/** A file has its name once it is whole: neither a backup nor whoever asks for it meets half of one. */
class AtomicFileDriver extends FSDriver {
  private readonly location: string
  constructor(location: string, visibility: 'public' | 'private') {
    super({ location, visibility })
    this.location = location
  }
  override put(key: string, contents: string | Uint8Array, options?: WriteOptions) {
    return this.writeAtomically(key, draft => super.put(draft, contents, options))
  }
  override putStream(key: string, contents: Readable, options?: WriteOptions) {
    return this.writeAtomically(key, draft => super.putStream(draft, contents, options))
  }
  private async writeAtomically(key: string, write: (draft: string) => Promise<void>) {
    const draft = `${key}.${randomUUID()}${draftSuffix}`
    try {
      await write(draft)
      await rename(join(this.location, draft), join(this.location, key))
    } catch (error) {
      await this.delete(draft).catch(() => {})
      throw error
    }
  }
}

const folders = ['media', 'imports'] as const

/** Where uploaded files lie. Everything asks the Disk, so another driver of flydrive (S3) is a change of this line. */
export const openDisk = (
  config: Pick<Config, 'dataDir'>,
  folder: (typeof folders)[number] = 'media',
) =>
  new Disk(
    new AtomicFileDriver(join(config.dataDir, folder), folder === 'media' ? 'public' : 'private'),
  )

const dayMs = 86_400_000

/** What a process did not finish writing because it was killed; what is still being written was written to a moment ago. */
export const diskJobs = ({
  config: { dataDir },
}: {
  config: Pick<Config, 'dataDir'>
}): JobHandlers => ({
  'disk.tidy': async (_payload, { abortSignal }) => {
    for (const folder of folders)
      for await (const name of glob(`**/*${draftSuffix}`, { cwd: join(dataDir, folder) })) {
        if (abortSignal?.aborted) return
        const path = join(dataDir, folder, name)
        const stats = await stat(path).catch(() => undefined)
        if (stats?.isFile() && stats.mtimeMs < Date.now() - dayMs) await rm(path, { force: true })
      }
  },
})
