import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormatters } from '../../lib/formatters.ts'
import { SparkLine } from '../chart/spark-line.tsx'
import css from './stat-tile.module.css'

type Props = {
  label: string
  /** The formatted value. */
  value: string
  /** Change from the previous period: 0.12 is +12 %. `null`, if the previous value was zero, is hidden. */
  change?: number | null
  /** A decrease is good, as with refunds. */
  isLessBetter?: boolean
  trend?: readonly number[]
  /** The same part of the previous period. */
  previousTrend?: readonly number[]
  /** Dimmed text below the value. */
  note?: string
  /** Link to the rows that the value counts. */
  to?: string
}

function getChangeTone(change: number, isLessBetter: boolean) {
  if (change === 0) return 'even'
  return change > 0 === isLessBetter ? 'bad' : 'good'
}

/** A large number with its change, its trend and a link to its rows. */
export function StatTile({
  label,
  value,
  change,
  isLessBetter = false,
  trend,
  previousTrend = [],
  note,
  to,
}: Props) {
  const { t } = useTranslation()
  const format = useFormatters()
  const isUp = (change ?? 0) > 0
  const Icon = isUp ? IconArrowUpRight : IconArrowDownRight
  const tone = getChangeTone(change ?? 0, isLessBetter)
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
        {typeof change === 'number' && (
          <div
            className={css.change}
            data-tone={tone}
            title={t('ui.chart.change', { change: format.change(change) })}
          >
            {change !== 0 ? <Icon size={14} stroke={2} aria-hidden /> : null}
            {format.change(change)}
          </div>
        )}
        {trend && <SparkLine values={trend} previousValues={previousTrend} />}
      </div>
      {note && <div className={css.note}>{note}</div>}
    </div>
  )
}

/** Arranges tiles in a responsive grid. */
export const StatTiles = ({ children }: { children: React.ReactNode }) => (
  <div className={css.tiles}>{children}</div>
)
