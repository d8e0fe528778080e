import { randomUUID } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { WriteOptions } from 'flydrive/types'
import type { Config } from '../config.ts'

/** What a file ends with until it is whole. */
export const draftEnding = '.part'

/** A file has its name once it is whole: neither a backup nor whoever asks for it meets half of one. */
class WholeFiles extends FSDriver {
  private readonly location: string
  constructor(location: string, visibility: 'public' | 'private') {
    super({ location, visibility })
    this.location = location
  }
  override put(key: string, contents: string | Uint8Array, options?: WriteOptions) {
    return this.wholly(key, draft => super.put(draft, contents, options))
  }
  override putStream(key: string, contents: Readable, options?: WriteOptions) {
    return this.wholly(key, draft => super.putStream(draft, contents, options))
  }
  private async wholly(key: string, write: (draft: string) => Promise<void>) {
    const draft = `${key}.${randomUUID()}${draftEnding}`
    try {
      await write(draft)
      await rename(join(this.location, draft), join(this.location, key))
    } catch (error) {
      await this.delete(draft).catch(() => {})
      throw error
    }
  }
}

/** Where uploaded files lie. Everything asks the Disk, so another driver of flydrive (S3) is a change of this line. */
export const openDisk = (config: Pick<Config, 'dataDir'>, folder: 'media' | 'imports' = 'media') =>
  new Disk(new WholeFiles(join(config.dataDir, folder), folder === 'media' ? 'public' : 'private'))
