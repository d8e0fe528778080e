import { onboardingApi } from '#contract/store/onboarding.ts'
import { type App, serve, serveRead } from '../lib/call/serve.ts'
import { runBatch } from '../lib/db/query-batch.ts'
import * as store from './onboarding-store.ts'

export function onboardingRoutes(app: App) {
  serveRead(app, onboardingApi.get, ({ tx, principal }) =>
    store.getOnboarding(tx, principal.personId),
  )
  serveRead(app, onboardingApi.listLaunchIssues, ({ tx }) => store.listLaunchIssues(tx))
  serve(app, onboardingApi.update, async ({ tx, body, principal }) => {
    if (body.isDismissed !== undefined)
      await store.setOnboardingDismissed(tx, principal.personId, body.isDismissed)
    return runBatch(store.getOnboarding(tx, principal.personId))
  })
  serve(app, onboardingApi.confirmUntaxed, async ({ tx, principal }) => {
    await store.confirmUntaxed(tx)
    return runBatch(store.getOnboarding(tx, principal.personId))
  })
}
