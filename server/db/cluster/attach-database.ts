import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { StartupError } from '../../startup-error.ts'
import { startCluster } from './cluster.ts'
import { getRunningDatabaseUrl } from './cluster-access.ts'
import { isDataFolderInUse } from './cluster-lock.ts'

/**
 * Returns the database for a command: the one of DATABASE_URL, the running embedded database, or an
 * embedded database that runs until `stop`.
 */
export async function attachDatabase({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<{ url: string; stop: () => Promise<void> }> {
  if (databaseUrl) return { url: databaseUrl, stop: async () => {} }
  if (!existsSync(join(dataDir, 'postgres')))
    throw new StartupError(`There is no data in ${dataDir}. Set DATA_DIR or DATABASE_URL.`)
  return isDataFolderInUse(dataDir)
    ? { url: getRunningDatabaseUrl(dataDir), stop: async () => {} }
    : startCluster(dataDir)
}
