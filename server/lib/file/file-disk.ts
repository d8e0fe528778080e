import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import type { DriverContract } from 'flydrive/types'

/** A file that is being read. */
export type OpenDiskFile = { size: number; body: Readable }
type FileDriver = DriverContract & { findFile: (key: string) => Promise<OpenDiskFile | undefined> }

/** A disk of flydrive that opens a file and reads its size in one step, which is one request to a bucket. */
export class FileDisk extends Disk {
  private readonly fileDriver: FileDriver
  constructor(driver: FileDriver) {
    super(driver)
    this.fileDriver = driver
  }
  /** Opens a file. Returns undefined if it does not exist. */
  async findFile(key: string): Promise<OpenDiskFile | undefined> {
    return this.fileDriver.findFile(this.file(key).key)
  }
}
