import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { getUseLevel, planApi } from '#contract/account/plan.ts'
import type { PlanResource } from '#contract/lib/call/plan-resource.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useStoreId } from '../lib/session/session.ts'

/**
 * Shows the usage of a limit that is nearly reached, with a link to the plan. Only owners of the store
 * see it, who can change the plan, and only where the operator charges for plans.
 */
export function PlanUseLink({ resource }: { resource: PlanResource }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const storeId = useStoreId()
  const { data } = useQuery(queryOptionsFor(planApi.get, {}))
  const store = data?.stores.find(({ _id }) => _id === storeId)
  const use =
    resource === 'store' ? data?.storeUse : store?.uses.find(use => use.resource === resource)
  if (!use?.limit || !getUseLevel(use)) return null
  return (
    <Anchor component={Link} to="/apps/plan" size="sm">
      {t(`plan.resource.${resource}`)}:{' '}
      {t('plan.usedOf', { used: format.number(use.used), limit: format.number(use.limit) })}
    </Anchor>
  )
}
