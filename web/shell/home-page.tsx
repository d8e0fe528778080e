import { DashboardHomePage } from '../dashboard/dashboard-home-page.tsx'
import { FirstStepsCard, FirstStepsMenu, useFirstSteps } from '../onboarding/first-steps-card.tsx'

/** The dashboard, begun by the first steps of a store while there are any left. */
export function HomePage() {
  const steps = useFirstSteps()
  return <DashboardHomePage first={<FirstStepsCard />} more={<FirstStepsMenu />} isWaiting={steps.isLoading} />
}
