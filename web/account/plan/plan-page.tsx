import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { planApi } from '#contract/account/plan.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import type { Prefetch } from '../../lib/navigation/prefetch-on-hover.ts'
import { TimeZoneContext } from '../../lib/time-zone.ts'
import emptyPaymentDrawing from '../../ui/art/empty-payment.svg?raw'
import { CardStack } from '../../ui/form/edit-form.tsx'
import { EmptyState } from '../../ui/message/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { QueryBoundary } from '../../ui/page/query-boundary.tsx'
import { SectionCard } from '../../ui/page/section-card.tsx'
import { ChoosePlanCard } from './choose-plan-card.tsx'
import { CurrentPlanCard } from './current-plan-card.tsx'
import { PlanInvoiceCard } from './plan-invoice-card.tsx'
import { PlanUseCard } from './plan-use-card.tsx'
import { useFinishedPayment } from './use-finished-payment.ts'

/** The plan of the person: what it costs, what it allows, and what their stores use of it. */
export function PlanPage() {
  const { t } = useTranslation()
  const plan = useQuery(queryOptionsFor(planApi.get, {}))
  const pricing = useQuery(queryOptionsFor(planApi.getPricing, {}))
  const isConfirming = useFinishedPayment(plan.data)
  return (
    <TimeZoneContext value={undefined}>
      <PageHeader title={t('plan.title')} subtitle={t('plan.subtitle')} />
      <QueryBoundary query={plan} alsoWaitFor={[pricing]}>
        {data =>
          data.state === 'unlimited' ? (
            <SectionCard>
              <EmptyState
                drawing={emptyPaymentDrawing}
                title={t('plan.unlimitedTitle')}
                text={t('plan.unlimitedText')}
              />
            </SectionCard>
          ) : (
            <CardStack>
              <CurrentPlanCard plan={data} isConfirming={isConfirming} />
              <PlanUseCard plan={data} />
              {pricing.data && <ChoosePlanCard plan={data} pricing={pricing.data} />}
              {data.hasPortal && <PlanInvoiceCard />}
            </CardStack>
          )
        }
      </QueryBoundary>
    </TimeZoneContext>
  )
}
PlanPage.prefetch = (({ client }) =>
  Promise.all([
    client.prefetchQuery(queryOptionsFor(planApi.get, {})),
    client.prefetchQuery(queryOptionsFor(planApi.getPricing, {})),
  ])) satisfies Prefetch
