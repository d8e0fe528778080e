import { Alert, Button } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type PlanInterval, planApi } from '#contract/account/plan.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { useSession } from '../../lib/session/session.ts'
import { Logo } from '../../ui/art/logo.tsx'
import { LanguageSelect } from '../../ui/field/language-select.tsx'
import { QueryBoundary } from '../../ui/page/query-boundary.tsx'
import css from './plan.module.css'
import { PlanCards, PlanNotes, type PricedPlan } from './plan-cards.tsx'

/** Shows the plans and their prices to everyone. */
export function PricingPage() {
  const { t } = useTranslation()
  const user = useSession()
  const pricing = useQuery(queryOptionsFor(planApi.getPricing, {}))
  const [interval, setInterval] = useState<PlanInterval>('year')
  return (
    <div className={css.shell}>
      <title>{`${t('plan.pricingTitle')} · Storewright`}</title>
      <header className={css.header}>
        <Link to={user ? '/dashboard' : '/login'} aria-label="Storewright">
          <Logo size={28} />
        </Link>
        <LanguageSelect />
      </header>
      <main id="content" className={css.main}>
        <h1 className={css.title} tabIndex={-1}>
          {t('plan.pricingTitle')}
        </h1>
        <QueryBoundary query={pricing}>
          {data => (
            <>
              <p className={css.intro}>
                {data.hasBilling && t('plan.pricingText', { count: data.trialDays })}
              </p>
              {!data.hasBilling && (
                <Alert className={css.unlimited} icon={<IconInfoCircle size={18} aria-hidden />}>
                  {t('plan.unlimitedText')}
                </Alert>
              )}
              <PlanCards
                pricing={data}
                interval={interval}
                onIntervalChange={setInterval}
                renderAction={plan =>
                  data.hasBilling && <PricingAction plan={plan} isLoggedIn={user !== undefined} />
                }
              />
              {data.hasBilling && <PlanNotes />}
            </>
          )}
        </QueryBoundary>
      </main>
    </div>
  )
}

function PricingAction({ plan, isLoggedIn }: { plan: PricedPlan; isLoggedIn: boolean }) {
  const { t } = useTranslation()
  return (
    <Button
      component={Link}
      to={isLoggedIn ? '/apps/plan' : '/register'}
      variant={plan.isPopular ? 'filled' : 'default'}
      fullWidth
    >
      {t(isLoggedIn ? 'plan.manage' : 'plan.startTrial')}
    </Button>
  )
}
