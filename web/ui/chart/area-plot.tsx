import '@mantine/charts/styles.layer.css'
import { AreaChart, ChartTooltip } from '@mantine/charts'
import { useTranslation } from 'react-i18next'
import { type ChartPoint, splitUnfinishedPoint } from './chart-points.ts'

export type ChartProps = {
  points: readonly ChartPoint[]
  /** Formats a value for the axes, such as "12.4k". */
  formatShort: (value: number) => string
  /** Formats a value for tooltips and the table. */
  formatFull: (value: number) => string
  height?: number
}

/** The drawing of `ComparisonChart`. Its large code is a chunk of its own. */
export function AreaPlot({ points, formatShort, formatFull, height = 280 }: ChartProps) {
  const { t } = useTranslation()
  const series = [
    { name: 'before', label: t('ui.chart.previousPeriod'), color: 'var(--sw-chart-before)' },
    { name: 'now', label: t('ui.chart.currentPeriod'), color: 'var(--sw-chart-now)' },
    { name: 'unfinished', label: t('ui.chart.unfinished'), color: 'var(--sw-chart-now)' },
  ]
  return (
    <AreaChart
      dir="ltr"
      h={height}
      data={splitUnfinishedPoint(points)}
      dataKey="label"
      curveType="linear"
      withDots={false}
      strokeWidth={2}
      gridAxis="x"
      tickLine="none"
      valueFormatter={formatFull}
      yAxisProps={{ tickFormatter: formatShort, width: 'auto' }}
      areaChartProps={{ accessibilityLayer: false }}
      xAxisProps={{ minTickGap: 24, interval: 'preserveStartEnd' }}
      areaProps={({ name }) => ({
        isAnimationActive: false,
        ...(name === 'before' && { strokeDasharray: '0 5', strokeLinecap: 'round' }),
        ...(name === 'unfinished' && { strokeDasharray: '6 5' }),
        ...(name !== 'now' && { fillOpacity: 0 }),
      })}
      tooltipProps={{
        content: ({ label, payload }) => (
          <ChartTooltip
            label={label}
            // The dashed line starts at the last finished point, which the solid line shows already.
            payload={payload.filter(
              ({ name, value, payload: point }) =>
                typeof value === 'number' && !(name === 'unfinished' && point?.now !== null),
            )}
            series={series}
            valueFormatter={formatFull}
          />
        ),
      }}
      series={series}
    />
  )
}
