import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import css from './chart.module.css'

type Bar = {
  key: string
  label: ReactNode
  value: number
  formattedValue: string
  to?: string
  color?: string
}

/** A list of horizontal bars with their values. It needs no separate table. */
export function BarList({ bars, label }: { bars: readonly Bar[]; label: string }) {
  const { t } = useTranslation()
  const maxValue = Math.max(...bars.map(({ value }) => value), 1)
  if (bars.length === 0) return <p className={css.empty}>{t('ui.chart.noData')}</p>
  return (
    <ul className={css.bars} aria-label={label}>
      {bars.map(({ key, label: barLabel, value, formattedValue, to, color }) => (
        <li key={key} className={css.bar}>
          <span className={css.barLabel}>
            {to ? (
              <Link to={to} className={css.barLink}>
                {barLabel}
              </Link>
            ) : (
              barLabel
            )}
          </span>
          <span className={css.barValue}>{formattedValue}</span>
          <span className={css.track} aria-hidden>
            <span
              className={css.fill}
              style={{ width: `${(value / maxValue) * 100}%`, background: color }}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}
