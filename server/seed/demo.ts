import { join } from 'node:path'
import { type Config, readConfig } from '../config.ts'
import { startCluster } from '../db/cluster/cluster.ts'
import { migrate } from '../db/migrate.ts'
import { openDb } from '../lib/db/db.ts'
import { StartupError } from '../startup-error.ts'
import { createDemoStores } from './create-demo-stores.ts'
import { demoOwner } from './demo-store.ts'

// Beside the data of `npm start`, not among them, unless somebody says where.
process.env['DATA_DIR'] ||= join(import.meta.dirname, '../../data/demo')

// Whoever tries it out logs in as they please, and scripts do so all day long.
process.env['LIMIT_FACTOR'] ||= '100'

try {
  await createDemoData(readConfig(process.env))
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error)
  process.exit(1)
}
console.log(`Sign in as ${demoOwner.email} with the password ${demoOwner.password}`)
await import('../start.ts')

async function createDemoData(config: Config): Promise<void> {
  const cluster = config.databaseUrl ? undefined : await startCluster(config.dataDir)
  try {
    const { appUrl } = await migrate(config.databaseUrl ?? cluster?.url ?? '', {
      hasOwnAppRole: config.appDatabaseUrl !== undefined,
      secretKey: config.secretKey,
    })
    const db = openDb(config.appDatabaseUrl ?? appUrl, config)
    console.log('Looking after the demo stores; the first time this takes a while …')
    const createdStores = await createDemoStores(db, config).finally(() => db.end())
    for (const { name, orders } of createdStores) console.log(`${name}: ${orders} orders`)
  } finally {
    await cluster?.stop()
  }
}
