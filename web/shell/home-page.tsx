import { hasPermission } from '#contract/lib/permission.ts'
import { DashboardHomePage, dashboardHomeQuery } from '../dashboard/dashboard-home-page.tsx'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { getPermissions } from '../lib/session/session.ts'
import {
  FirstStepsCard,
  FirstStepsMenu,
  firstStepsQueryOptions,
  useFirstSteps,
} from '../onboarding/first-steps-card.tsx'

/** The dashboard. It starts with the setup guide until all its steps are done. */
export function HomePage() {
  const firstSteps = useFirstSteps()
  return (
    <DashboardHomePage
      intro={<FirstStepsCard />}
      headerActions={<FirstStepsMenu />}
      isIntroLoading={firstSteps.isLoading}
    />
  )
}
HomePage.prefetch = (({ client }) =>
  Promise.all([
    client.prefetchQuery(dashboardHomeQuery()),
    hasPermission(getPermissions().ability, 'business:write') &&
      client.prefetchQuery(firstStepsQueryOptions()),
  ])) satisfies Prefetch
