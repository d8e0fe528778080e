import { healthApi, type Readiness } from '#contract/health.ts'
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
  const getDatabaseReadiness = cacheFor(cacheMs, databaseProbe.check)

  servePublic(app, healthApi.live, async () => ({ alive: true }))
  servePublic(app, healthApi.ready, async () => {
    const answer: Readiness = {
      ready: false,
      draining: app.shutdown.isRequested || (hasListened && !app.server.listening),
      ...(await getDatabaseReadiness()),
    }
    const ready = answer.database && answer.migrations && !answer.draining
    if (!ready) throw new Problem(503, 'not_ready', {}, { data: answer, retryAfterSeconds: 2 })
    return { ...answer, ready }
  })
}

/** Returns a function that caches the result of `load`, so that many probes cause little load. */
function cacheFor<T>(ms: number, load: () => Promise<T>): () => Promise<T> {
  let cached: { answer: Promise<T>; expiresAt: number } | undefined
  return () => {
    if (!cached || cached.expiresAt < performance.now())
      cached = { answer: load(), expiresAt: performance.now() + ms }
    return cached.answer
  }
}
