import { healthApi, type Readiness } from '#contract/store/health.ts'
import { Problem } from '../lib/call/problem.ts'
import { type App, servePublic } from '../lib/call/serve.ts'
import { createDatabaseProbe } from './health-store.ts'

const cacheMs = 1000

export function healthRoutes(app: App, appUrl: string) {
  // During a shutdown, load balancers with an open connection learn here that it is in progress.
  let hasListened = false
  app.addHook('onListen', async () => {
    hasListened = true
  })
  const databaseProbe = createDatabaseProbe(appUrl)
  app.addHook('onClose', databaseProbe.close)
  const getDatabaseReadiness = withCache(app.clock, databaseProbe.check)

  servePublic(app, healthApi.live, async () => ({ alive: true }))
  servePublic(app, healthApi.ready, async () => {
    const readiness: Readiness = {
      ready: false,
      draining: app.shutdown.isRequested || (hasListened && !app.server.listening),
      ...(await getDatabaseReadiness()),
    }
    const ready = readiness.database && readiness.migrations && !readiness.draining
    if (!ready) throw new Problem(503, 'not_ready', {}, { data: readiness, retryAfterSeconds: 2 })
    return { ...readiness, ready }
  })
}

/** Returns a function that caches the result of `load`, so that many probes cause little load. */
function withCache<T>(clock: App['clock'], load: () => Promise<T>): () => Promise<T> {
  let cacheEntry: { result: Promise<T>; expiresAt: number } | undefined
  return () => {
    if (!cacheEntry || cacheEntry.expiresAt < clock())
      cacheEntry = { result: load(), expiresAt: clock() + cacheMs }
    return cacheEntry.result
  }
}
