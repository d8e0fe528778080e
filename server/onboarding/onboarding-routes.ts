import { onboardingApi } from '#contract/onboarding.ts'
import { type App, serve, serveRead } from '../lib/call/serve.ts'
import { run } from '../lib/db/read.ts'
import * as store from './onboarding-store.ts'

export function onboardingRoutes(app: App) {
  serveRead(app, onboardingApi.get, ({ tx, who }) => store.readSteps(tx, who.personId))
  serve(app, onboardingApi.update, async ({ tx, body, who }) => {
    if (body.dismissed !== undefined) await store.dismiss(tx, who.personId, body.dismissed)
    return run(store.readSteps(tx, who.personId))
  })
  serve(app, onboardingApi.keepAddress, async ({ tx, who }) => {
    await store.keepAddress(tx)
    return run(store.readSteps(tx, who.personId))
  })
}
