import { chmodSync, mkdirSync, statSync } from 'node:fs'
import type { Config } from './config.ts'
import { StartupError } from './startup-error.ts'

/**
 * Creates the data folder, and makes it and every file that this process creates private to its
 * owner. Older files inside are out of reach, because other users can't enter the folder.
 * @throws StartupError in production when other users can still enter the folder
 */
export function protectDataFolder({
  dataDir,
  isProduction,
}: Pick<Config, 'dataDir' | 'isProduction'>): void {
  process.umask(0o077)
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new StartupError(
      `The data folder ${dataDir} cannot be created: ${error instanceof Error ? error.message : error}.`,
    )
  }
  try {
    chmodSync(dataDir, 0o700)
  } catch {
    // The folder belongs to another user, who may let this process in through a group.
    if (isProduction && canOthersEnter(dataDir))
      throw new StartupError(
        `Every user of this machine can enter the data folder ${dataDir}. ` +
          `Its owner must run "chmod o= ${dataDir}".`,
      )
  }
}

const canOthersEnter = (folder: string) => (statSync(folder).mode & 0o007) !== 0
