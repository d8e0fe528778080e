import { Button, Skeleton } from '@mantine/core'
import { IconChartLine, IconTable } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartProps } from './area-plot.tsx'
import css from './chart.module.css'

const LazyAreaPlot = lazy(() =>
  import('./area-plot.tsx').then(({ AreaPlot }) => ({ default: AreaPlot })),
)

/**
 * Compares a period (solid line, dashed to its unfinished point) with the previous one (dotted
 * line). The user can switch to a table with the same values.
 */
export function ComparisonChart({ label, height = 280, ...props }: ChartProps & { label: string }) {
  const { t } = useTranslation()
  const [isTable, setTable] = useState(false)
  const Icon = isTable ? IconChartLine : IconTable
  return (
    <figure className={css.chart} aria-label={label}>
      <div className={css.legend}>
        <span className={css.currentPeriod}>{t('ui.chart.currentPeriod')}</span>
        {props.points.some(({ isUnfinished }) => isUnfinished) && (
          <span className={css.unfinished}>{t('ui.chart.unfinished')}</span>
        )}
        {props.points.some(({ before }) => before !== undefined) && (
          <span className={css.previousPeriod}>{t('ui.chart.previousPeriod')}</span>
        )}
        <Button
          ms="auto"
          variant="subtle"
          color="gray"
          size="compact-xs"
          leftSection={<Icon size={14} stroke={1.75} />}
          onClick={() => setTable(!isTable)}
        >
          {t(isTable ? 'ui.chart.showChart' : 'ui.chart.showTable')}
        </Button>
      </div>
      {isTable ? (
        <ChartTable {...props} label={label} />
      ) : (
        <div aria-hidden style={{ height }}>
          <Suspense fallback={<Skeleton h={height} />}>
            <LazyAreaPlot {...props} height={height} />
          </Suspense>
        </div>
      )}
    </figure>
  )
}

function ChartTable({ points, formatFull, label }: ChartProps & { label: string }) {
  const { t } = useTranslation()
  const formatCell = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : formatFull(value)
  return (
    <div className={css.scroll}>
      <table className={css.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('ui.period.label')}</th>
            <th scope="col">{t('ui.chart.currentPeriod')}</th>
            <th scope="col">{t('ui.chart.previousPeriod')}</th>
          </tr>
        </thead>
        <tbody>
          {points.map(point => (
            <tr key={point.label}>
              <th scope="row">{point.label}</th>
              <td>{formatCell(point.now)}</td>
              <td>{formatCell(point.before)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
