// Starts a server with one demo store whose images have the size of photos. `npm run lighthouse` runs it.
import { readConfig } from '../../server/config.ts'
import { startCluster } from '../../server/db/cluster/cluster.ts'
import { migrate } from '../../server/db/migrate.ts'
import { openDb } from '../../server/lib/db/db.ts'
import { createConcurrencyLimiter } from '../../server/lib/file/concurrency-limiter.ts'
import { createDemoStores } from '../../server/seed/create-demo-stores.ts'
import { readDemoImage } from '../../server/seed/demo-image.ts'
import { demoStores } from '../../server/seed/demo-store.ts'
import { createPhoto } from './create-photo.ts'

process.env['LIMIT_FACTOR'] ||= '100'
const config = readConfig(process.env)
const cluster = await startCluster(config.dataDir)
try {
  const { appUrl } = await migrate(cluster.url, { hasOwnAppRole: false, secretKey: undefined })
  const db = openDb(appUrl, config)
  // Each takes 50 MB while it is created.
  const withSlot = createConcurrencyLimiter(2)
  const stores = demoStores.slice(0, 1)
  const readPhoto = (name: string) =>
    withSlot(async () => {
      const drawing = await readDemoImage(name)
      return stores.some(({ logo }) => logo === name) ? drawing : createPhoto(drawing)
    })
  await createDemoStores(db, config, readPhoto, stores).finally(() => db.end())
} finally {
  await cluster.stop()
}
await import('../../server/start.ts')
