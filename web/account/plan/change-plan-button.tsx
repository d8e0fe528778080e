import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  comparePlans,
  type Plan,
  type PlanInterval,
  type PlanName,
  planApi,
  planTitles,
} from '#contract/account/plan.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'

type Props = { plan: Plan; name: PlanName; interval: PlanInterval }

/** Changes a paid plan after a confirmation that says when and at what price. */
export function ChangePlanButton({ plan, name, interval }: Props) {
  const { t } = useTranslation()
  const format = useFormatters()
  const [isOpen, setOpen] = useState(false)
  const change = useRouteMutation(planApi.change)
  const isCurrent = name === plan.plan && interval === plan.interval
  const isNext =
    name === plan.nextPlan && (name === 'basic' || (plan.nextInterval ?? interval) === interval)
  if (isNext || (isCurrent && !plan.nextPlan))
    return (
      <Button fullWidth variant="default" disabled>
        {t(isCurrent ? 'plan.yours' : 'plan.next')}
      </Button>
    )
  const title = planTitles[name]
  const label = getLabel()
  return (
    <>
      <Button fullWidth variant="default" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={isCurrent ? t('plan.confirm.keepTitle') : t('plan.confirm.title', { plan: title })}
        confirmLabel={label}
        isDangerous={name === 'basic'}
        isBusy={change.isPending}
        onClose={() => setOpen(false)}
        onConfirm={() =>
          change.mutate({ body: { plan: name, interval } }, { onSuccess: () => setOpen(false) })
        }
      >
        {getEffect()}
      </ConfirmDialog>
    </>
  )

  function getLabel() {
    if (isCurrent) return t('plan.keep', { plan: title })
    return name === 'basic' ? t('plan.end') : t('plan.change', { plan: title })
  }

  function getEffect() {
    if (isCurrent) return t('plan.confirm.keep', { plan: title })
    const difference = comparePlans(name, plan.plan)
    const isAtOnce = difference > 0 || (difference === 0 && interval === 'year')
    const values = { plan: title, date: format.date(plan.endsAt) }
    return isAtOnce ? t('plan.confirm.atOnce', values) : t('plan.confirm.later', values)
  }
}
