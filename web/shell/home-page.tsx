import { hasPermission } from '#contract/lib/call/permission.ts'
import { DashboardHomePage, dashboardHomeQuery } from '../dashboard/dashboard-home-page.tsx'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { getPermissions } from '../lib/session/session.ts'
import {
  OnboardingCard,
  OnboardingMenu,
  onboardingQueryOptions,
  useOnboarding,
} from '../onboarding/onboarding-card.tsx'

/** The dashboard. It starts with the setup guide until all its steps are done. */
export function HomePage() {
  const onboarding = useOnboarding()
  return (
    <DashboardHomePage
      intro={<OnboardingCard />}
      headerActions={<OnboardingMenu />}
      isIntroLoading={onboarding.isLoading}
      hasGuide={onboarding.data?.isDismissed === false}
    />
  )
}
HomePage.prefetch = (({ client }) =>
  Promise.all([
    client.prefetchQuery(dashboardHomeQuery()),
    hasPermission(getPermissions().ability, 'business:write') &&
      client.prefetchQuery(onboardingQueryOptions()),
  ])) satisfies Prefetch
