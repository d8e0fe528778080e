import { onboardingApi } from '#contract/store/onboarding.ts'
import { type App, serve, serveRead } from '../lib/call/serve.ts'
import { runBatch } from '../lib/db/query-batch.ts'
import {
  confirmUntaxed,
  getOnboarding,
  listLaunchIssues,
  setOnboardingDismissed,
} from './onboarding-store.ts'

export function onboardingRoutes(app: App) {
  serveRead(app, onboardingApi.get, ({ tx, principal }) => getOnboarding(tx, principal.personId))
  serveRead(app, onboardingApi.listLaunchIssues, ({ tx }) => listLaunchIssues(tx))
  serve(app, onboardingApi.update, async ({ tx, body, principal }) => {
    if (body.isDismissed !== undefined)
      await setOnboardingDismissed(tx, principal.personId, body.isDismissed)
    return runBatch(getOnboarding(tx, principal.personId))
  })
  serve(app, onboardingApi.confirmUntaxed, async ({ tx, principal }) => {
    await confirmUntaxed(tx)
    return runBatch(getOnboarding(tx, principal.personId))
  })
}
