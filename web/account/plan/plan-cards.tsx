import { SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PlanInterval, type Pricing, planTitles } from '#contract/account/plan.ts'
import { PlanResource } from '#contract/lib/call/plan-resource.ts'
import { useFormatters } from '../../lib/formatters.ts'
import css from './plan.module.css'

export type PricedPlan = Pricing['plans'][number]
type Props = {
  pricing: Pricing
  interval: PlanInterval
  onIntervalChange: (interval: PlanInterval) => void
  /** The button of a plan. */
  renderAction: (plan: PricedPlan) => ReactNode
}

/** The plans side by side, with the prices of an interval. */
export function PlanCards({ pricing, interval, onIntervalChange, renderAction }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <SegmentedControl
        className={css.interval}
        aria-label={t('plan.intervalLabel')}
        value={interval}
        onChange={value => onIntervalChange(PlanInterval.parse(value))}
        data={PlanInterval.options.map(value => ({ value, label: t(`plan.interval.${value}`) }))}
      />
      <ul className={css.cards}>
        {pricing.plans.map(plan => (
          <li key={plan.name} className={css.card} data-popular={plan.isPopular || undefined}>
            <div className={css.head}>
              <h2 className={css.name}>{planTitles[plan.name]}</h2>
              {plan.isPopular && <span className={css.popular}>{t('plan.popular')}</span>}
            </div>
            <Price plan={plan} interval={interval} currency={pricing.currency} />
            <div className={css.action}>{renderAction(plan)}</div>
            <PlanLimits plan={plan} />
          </li>
        ))}
      </ul>
    </>
  )
}

type PriceProps = { plan: PricedPlan; interval: PlanInterval; currency: string }

function Price({ plan: { prices }, interval, currency }: PriceProps) {
  const { t } = useTranslation()
  const format = useFormatters()
  const total = prices[interval]
  const isYearly = interval === 'year'
  const note = isYearly
    ? t('plan.billedYearly', { price: format.moneyShort(total, currency) })
    : t('plan.billedMonthly')
  return (
    <div className={css.price}>
      <p>
        <strong className="sw-numbers">
          {format.moneyShort(isYearly ? total / 12 : total, currency)}
        </strong>{' '}
        {t('plan.perMonth')}
      </p>
      <p className={css.note}>{total === 0 ? t('plan.freeForever') : note}</p>
    </div>
  )
}

function PlanLimits({ plan: { limits } }: { plan: PricedPlan }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const formatLimit = (limit: number | null) => {
    if (limit === null) return t('plan.unlimited')
    return limit === 0 ? t('plan.notIncluded') : format.number(limit)
  }
  return (
    <dl className={css.limits}>
      {PlanResource.options.map(resource => (
        <div key={resource} data-missing={limits[resource] === 0 || undefined}>
          <dt>{t(`plan.resource.${resource}`)}</dt>
          <dd className="sw-numbers">{formatLimit(limits[resource])}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Notes that apply to every plan. */
export function PlanNotes() {
  const { t } = useTranslation()
  return (
    <ul className={css.notes}>
      <li>{t('plan.noteOrders')}</li>
      <li>{t('plan.noteKept')}</li>
      <li>{t('plan.noteCancel')}</li>
    </ul>
  )
}
