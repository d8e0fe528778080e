import type { FastifyInstance } from 'fastify'
import type { App } from '../../lib/call/serve.ts'
import { type Tx, withStoreTransaction } from '../../lib/db/db.ts'

const saveMs = 10_000
const maxCounts = 10_000

export type StoreCounts = { count(storeId: string, key: string): void }
type SaveCounts = (tx: Tx, keys: string[], counts: number[]) => Promise<unknown>

/** Counts in memory what shoppers do, and saves the counts of each store from time to time. */
export function createStoreCounts(
  app: App,
  server: FastifyInstance,
  saveCounts: SaveCounts,
): StoreCounts {
  let countsByStore = new Map<string, Map<string, number>>()
  let size = 0

  function count(storeId: string, key: string) {
    const counts = countsByStore.get(storeId) ?? new Map<string, number>()
    const earlier = counts.get(key) ?? 0
    // More keys than this are counted within seconds only if someone tries all of them.
    if (earlier === 0 && size >= maxCounts) return
    if (earlier === 0) size += 1
    counts.set(key, earlier + 1)
    countsByStore.set(storeId, counts)
  }

  async function save() {
    const savedCounts = countsByStore
    countsByStore = new Map()
    size = 0
    for (const [storeId, counts] of savedCounts)
      try {
        await withStoreTransaction(app.db, storeId, tx =>
          saveCounts(tx, [...counts.keys()], [...counts.values()]),
        )
      } catch (error) {
        app.log.warn({ err: error }, 'The counts of a store could not be saved.')
      }
  }

  const timer = setInterval(() => void save(), saveMs).unref()
  server.addHook('onClose', async () => {
    clearInterval(timer)
    await save()
  })
  return { count }
}
