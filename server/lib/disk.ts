import { join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Config } from '../config.ts'

/** Where uploaded files lie. Everything asks the Disk, so another driver of flydrive (S3) is a change of this line. */
export const openDisk = (config: Pick<Config, 'dataDir'>, folder: 'media' | 'imports' = 'media') =>
  new Disk(new FSDriver({ location: join(config.dataDir, folder), visibility: folder === 'media' ? 'public' : 'private' }))
