import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from '../../db/cluster/cluster.ts'
import { migrate } from '../../db/migrate.ts'
import type { TestDatabase } from '../test-database.ts'
import { createStandby } from './database-server.ts'

const createFolder = () => mkdtempSync(join(tmpdir(), 'storewright-test-'))
const replicaSettings = { shared_buffers: '32MB', timezone: 'UTC', scram_iterations: 1 }

/** Starts two servers: a migrated database, and a replica that follows it by streaming. */
export async function startReplicatedDatabase() {
  const [dataDir, replicaFolder] = [createFolder(), createFolder()]
  const cluster = await startCluster(dataDir, { isDurable: false })
  const { appUrl } = await migrate(cluster.url)
  const replica = await createStandby(
    { ownerUrl: cluster.url, databaseDir: join(dataDir, 'postgres') },
    { databaseDir: join(replicaFolder, 'postgres') },
  )
  await replica.start(replicaSettings)
  const urls = { ownerUrl: cluster.url, appUrl }
  const drop = async () => {
    await replica.stop()
    await cluster.stop()
    for (const folder of [dataDir, replicaFolder]) rmSync(folder, { recursive: true, force: true })
  }
  const database: TestDatabase = { ...urls, pooled: urls, poolerSettings: {}, drop }
  // Clients of the replica use the credentials of the primary.
  const replicaUrl = `postgres://${new URL(replica.ownerUrl).host}/storewright`
  return { database, replica, replicaUrl }
}
