import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Plan,
  type PlanInterval,
  type PlanName,
  type Pricing,
  planApi,
  planTitles,
} from '#contract/account/plan.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { SectionCard } from '../../ui/page/section-card.tsx'
import { ChangePlanButton } from './change-plan-button.tsx'
import { PlanCards, PlanNotes } from './plan-cards.tsx'

/** Lets the person buy a plan, or change the one that they pay for. */
export function ChoosePlanCard({ plan, pricing }: { plan: Plan; pricing: Pricing }) {
  const { t } = useTranslation()
  const [interval, setInterval] = useState<PlanInterval>(plan.interval ?? 'year')
  const checkOut = useRouteMutation(planApi.checkOut)
  const isPaid = plan.state === 'active'
  const renderAction = ({ name }: { name: PlanName }) => {
    if (plan.state === 'past_due') return null
    if (isPaid) return <ChangePlanButton plan={plan} name={name} interval={interval} />
    if (name === 'basic')
      return (
        <Button fullWidth variant="default" disabled>
          {t(plan.plan === 'basic' ? 'plan.yours' : 'plan.next')}
        </Button>
      )
    return (
      <Button
        fullWidth
        variant={name === 'standard' ? 'filled' : 'default'}
        loading={checkOut.isPending && checkOut.variables.body.plan === name}
        onClick={() =>
          checkOut.mutate(
            { body: { plan: name, interval } },
            { onSuccess: ({ url }) => location.assign(url) },
          )
        }
      >
        {t('plan.choose', { plan: planTitles[name] })}
      </Button>
    )
  }
  return (
    <SectionCard title={t('plan.compare')}>
      <PlanCards
        pricing={pricing}
        interval={interval}
        onIntervalChange={setInterval}
        renderAction={renderAction}
      />
      <PlanNotes />
    </SectionCard>
  )
}
