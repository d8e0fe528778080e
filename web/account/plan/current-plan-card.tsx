import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Plan, type PlanState, planApi, planTitles } from '#contract/account/plan.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { StatusBadge, type StatusTone } from '../../ui/message/status-badge.tsx'
import { SectionCard } from '../../ui/page/section-card.tsx'
import css from './plan.module.css'

const tones: Record<PlanState, StatusTone> = {
  unlimited: 'neutral',
  trialing: 'info',
  free: 'neutral',
  active: 'good',
  past_due: 'bad',
}

export function CurrentPlanCard({ plan, isConfirming }: { plan: Plan; isConfirming: boolean }) {
  const { t } = useTranslation()
  const describe = usePlanDescription()
  return (
    <SectionCard title={t('plan.current')} actions={plan.hasPortal && <PortalButton />}>
      {isConfirming && (
        <Alert role="status" color="blue">
          {t('plan.confirming')}
        </Alert>
      )}
      {plan.storeUse.used === 0 && <Alert color="yellow">{t('plan.noStore')}</Alert>}
      {plan.state === 'past_due' && (
        <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {t('plan.pastDueText')}
        </Alert>
      )}
      <div>
        <p className={css.currentName}>
          <strong>{planTitles[plan.plan]}</strong>
          <StatusBadge tone={tones[plan.state]} label={t(`plan.state.${plan.state}`)} />
        </p>
        <p className={css.note}>{describe(plan)}</p>
      </div>
    </SectionCard>
  )
}

/** Returns a function that says until when a plan lasts and what follows. */
function usePlanDescription() {
  const { t } = useTranslation()
  const format = useFormatters()
  return ({ state, endsAt, nextPlan }: Plan): string => {
    if (endsAt === null) return t(state === 'past_due' ? 'plan.text.overdue' : 'plan.text.free')
    const date = format.date(endsAt)
    if (state === 'trialing') return t('plan.text.trial', { date })
    if (state === 'past_due') return t('plan.text.grace', { date })
    if (nextPlan === 'basic') return t('plan.text.ends', { date })
    return nextPlan
      ? t('plan.text.changes', { date, plan: planTitles[nextPlan] })
      : t('plan.text.renews', { date })
  }
}

function PortalButton() {
  const { t } = useTranslation()
  const openPortal = useRouteMutation(planApi.openPortal)
  return (
    <Button
      variant="default"
      size="xs"
      loading={openPortal.isPending}
      onClick={() => openPortal.mutate({}, { onSuccess: ({ url }) => location.assign(url) })}
    >
      {t('plan.portal')}
    </Button>
  )
}
