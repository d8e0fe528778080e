import { join } from 'node:path'
import { type Config, readConfig } from '../config.ts'
import { protectDataFolder } from '../data-folder.ts'
import { startCluster } from '../db/cluster/cluster.ts'
import { migrate } from '../db/migrate.ts'
import { prepareFileStorage } from '../file-storage.ts'
import { openDb } from '../lib/db/db.ts'
import { StartupError } from '../startup-error.ts'
import { createDemoStores } from './create-demo-stores.ts'
import { demoOwner } from './demo-store.ts'

// Separate from the data of `npm start`, unless DATA_DIR is set.
process.env['DATA_DIR'] ||= join(import.meta.dirname, '../../data/demo')

// People and scripts that try the demo log in often.
process.env['LIMIT_FACTOR'] ||= '100'

try {
  await createDemoData(readConfig(process.env))
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error)
  process.exit(1)
}
console.log(`Log in as ${demoOwner.email} with the password ${demoOwner.password}`)
await import('../start.ts')

async function createDemoData(config: Config): Promise<void> {
  protectDataFolder(config)
  const cluster = config.databaseUrl ? undefined : await startCluster(config.dataDir)
  try {
    const ownerUrl = config.databaseUrl ?? cluster?.url ?? ''
    const { appUrl } = await migrate(ownerUrl, {
      hasOwnAppRole: config.appDatabaseUrl !== undefined,
      secretKey: config.secretKey,
    })
    await prepareFileStorage(config, ownerUrl)
    const db = openDb(config.appDatabaseUrl ?? appUrl, config)
    console.log('Creating the demo stores. The first start takes a minute …')
    const createdStores = await createDemoStores(db, config).finally(() => db.end())
    for (const { name, url, orders } of createdStores)
      console.log(`${name}: ${url}, ${orders} orders`)
  } finally {
    await cluster?.stop()
  }
}
