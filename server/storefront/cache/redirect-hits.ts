import type { FastifyInstance } from 'fastify'
import type { App } from '../../lib/call/serve.ts'
import { withStoreTransaction } from '../../lib/db/db.ts'

const saveMs = 10_000
const maxCounts = 10_000

export type RedirectHits = { count(storeId: string, redirectId: string): void }

/** Counts the uses of redirects in memory and adds them to the table from time to time. */
export function createRedirectHits(app: App, server: FastifyInstance): RedirectHits {
  let countsByStore = new Map<string, Map<string, number>>()
  let size = 0

  function count(storeId: string, redirectId: string) {
    const counts = countsByStore.get(storeId) ?? new Map<string, number>()
    const hits = counts.get(redirectId) ?? 0
    // More redirects than this are in use within seconds only if someone requests all of them.
    if (hits === 0 && size >= maxCounts) return
    if (hits === 0) size += 1
    counts.set(redirectId, hits + 1)
    countsByStore.set(storeId, counts)
  }

  async function save() {
    const savedCounts = countsByStore
    countsByStore = new Map()
    size = 0
    for (const [storeId, counts] of savedCounts)
      try {
        await addHits(app, storeId, counts)
      } catch (error) {
        app.log.warn({ err: error }, 'The hits of redirects could not be saved.')
      }
  }

  const timer = setInterval(() => void save(), saveMs).unref()
  server.addHook('onClose', async () => {
    clearInterval(timer)
    await save()
  })
  return { count }
}

const addHits = (app: App, storeId: string, counts: ReadonlyMap<string, number>) =>
  withStoreTransaction(
    app.db,
    storeId,
    tx => tx`
      with hit as (
        select r.id, h.hits
        from unnest(${[...counts.keys()]}::uuid[], ${[...counts.values()]}::integer[]) h (id, hits)
        join redirect r on r.id = h.id
        order by r.id
        for update of r
      )
      update redirect r set hits = r.hits + hit.hits, last_hit_at = now()
      from hit where r.id = hit.id`,
  )
