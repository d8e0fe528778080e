import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormatters } from '../../lib/formatters.ts'
import { SparkLine } from '../chart/spark-line.tsx'
import css from './stat-tile.module.css'

type Props = {
  label: string
  /** Written out already: money, count, per cent. */
  value: string
  /** Against the period before: 0.12 is 12 % more. `null` when there was nothing before. */
  change?: number | null
  /** Less is better, as with refunds. */
  isLessBetter?: boolean
  trend?: readonly number[]
  /** One dimmed line under it. */
  note?: string
  /** The list behind the number. */
  to?: string
}

/** One big number, how it moved, and the rows it is made of behind it. */
export function StatTile({ label, value, change, isLessBetter = false, trend, note, to }: Props) {
  const { t } = useTranslation()
  const format = useFormatters()
  const isUp = (change ?? 0) > 0
  const Icon = isUp ? IconArrowUpRight : IconArrowDownRight
  const tone = !change ? 'even' : isUp === isLessBetter ? 'bad' : 'good'
  return (
    <div className={css.tile}>
      <div className={css.label}>
        {to ? (
          <Link to={to} className={css.link}>
            {label}
          </Link>
        ) : (
          label
        )}
      </div>
      <div className={css.value}>{value}</div>
      <div className={css.row}>
        {change !== undefined && (
          <div
            className={css.change}
            data-tone={tone}
            title={t('ui.chart.change', { change: format.change(change) })}
          >
            {change ? <Icon size={14} stroke={2} aria-hidden /> : null}
            {format.change(change)}
          </div>
        )}
        {trend && <SparkLine values={trend} />}
      </div>
      {note && <div className={css.note}>{note}</div>}
    </div>
  )
}

/** Tiles side by side, as many as there is room for. */
export const StatTiles = ({ children }: { children: React.ReactNode }) => (
  <div className={css.tiles}>{children}</div>
)
