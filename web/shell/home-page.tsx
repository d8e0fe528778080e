import { hasPermission } from '#contract/lib/permission.ts'
import { DashboardHomePage, dashboardHomeQuery } from '../dashboard/dashboard-home-page.tsx'
import type { Warm } from '../lib/navigation/intent.ts'
import { rightsNow } from '../lib/session/session.ts'
import {
  FirstStepsCard,
  FirstStepsMenu,
  firstStepsQuery,
  useFirstSteps,
} from '../onboarding/first-steps-card.tsx'

/** The dashboard, begun by the first steps of a store while there are any left. */
export function HomePage() {
  const steps = useFirstSteps()
  return (
    <DashboardHomePage
      first={<FirstStepsCard />}
      more={<FirstStepsMenu />}
      isWaiting={steps.isLoading}
    />
  )
}
HomePage.warm = (({ client }) =>
  Promise.all([
    client.prefetchQuery(dashboardHomeQuery()),
    hasPermission(rightsNow().ability, 'business:write') && client.prefetchQuery(firstStepsQuery()),
  ])) satisfies Warm
