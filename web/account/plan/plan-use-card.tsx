import { useTranslation } from 'react-i18next'
import { getUseLevel, type Plan, type PlanUse } from '#contract/account/plan.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { SectionCard } from '../../ui/page/section-card.tsx'
import css from './plan.module.css'

/** Shows what the stores of the person use of each limit. */
export function PlanUseCard({ plan: { storeUse, stores } }: { plan: Plan }) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('plan.use')} hint={t('plan.useHint')}>
      <ul className={css.uses}>
        <UseBar use={storeUse} />
      </ul>
      {stores.map(({ _id, name, uses }) => (
        <div key={_id}>
          <h3 className={css.storeName}>{name}</h3>
          <ul className={css.uses}>
            {uses.map(use => (
              <UseBar key={use.resource} use={use} />
            ))}
          </ul>
        </div>
      ))}
    </SectionCard>
  )
}

function UseBar({ use }: { use: PlanUse }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { resource, used, limit } = use
  const level = getUseLevel(use)
  const label = t(`plan.resource.${resource}`)
  const count = format.number(used)
  const notice = level && t(resource === 'order' ? `plan.orders.${level}` : `plan.level.${level}`)
  return (
    <li className={css.use} data-level={level}>
      <span>{label}</span>
      <span className="sw-numbers">
        {limit === null
          ? t('plan.usedOfUnlimited', { used: count })
          : t('plan.usedOf', { used: count, limit: format.number(limit) })}
      </span>
      <progress className={css.bar} aria-label={label} value={used} max={Math.max(limit ?? 0, 1)} />
      {notice && <span className={css.notice}>{notice}</span>}
    </li>
  )
}
