import { healthApi, type Readiness } from '#contract/health.ts'
import { Problem } from '../lib/call/problem.ts'
import { type App, servePublic } from '../lib/call/serve.ts'
import { openProbe } from './health-store.ts'

const freshForMs = 1000

export function healthRoutes(app: App, appUrl: string) {
  // Connections that are still open while the process is being stopped hear it here, and go elsewhere.
  let hasListened = false
  app.addHook('onListen', async () => {
    hasListened = true
  })
  const probe = openProbe(appUrl)
  app.addHook('onClose', probe.close)
  const database = rememberFor(freshForMs, probe.ask)

  servePublic(app, healthApi.live, async () => ({ alive: true }))
  servePublic(app, healthApi.ready, async () => {
    const answer: Readiness = {
      ready: false,
      draining: app.shutdown.isRequested || (hasListened && !app.server.listening),
      ...(await database()),
    }
    const ready = answer.database && answer.migrations && !answer.draining
    if (!ready)
      throw new Problem(503, 'not_ready', 'Not ready to serve requests', {
        data: answer,
        retryAfterSeconds: 2,
      })
    return { ...answer, ready }
  })
}

/** One question at a time, its answer kept: probes of many machines must not become a load. */
function rememberFor<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let known: { answer: Promise<T>; until: number } | undefined
  return () => {
    if (!known || known.until < performance.now())
      known = { answer: ask(), until: performance.now() + ms }
    return known.answer
  }
}
