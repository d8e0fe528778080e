import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { planApi, planTitles } from '#contract/account/plan.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { SectionCard } from '../../ui/page/section-card.tsx'

/** Leads to the plan, where the operator charges for plans. */
export function PlanLinkCard() {
  const { t } = useTranslation()
  const { data } = useQuery(queryOptionsFor(planApi.get, {}))
  if (!data || data.state === 'unlimited') return null
  return (
    <SectionCard
      title={t('plan.title')}
      hint={`${planTitles[data.plan]} · ${t(`plan.state.${data.state}`)}`}
      actions={
        <Button component={Link} to="/apps/plan" variant="default" size="xs">
          {t('plan.manage')}
        </Button>
      }
    >
      {null}
    </SectionCard>
  )
}
