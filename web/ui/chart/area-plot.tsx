import '@mantine/charts/styles.layer.css'
import { AreaChart } from '@mantine/charts'
import { useTranslation } from 'react-i18next'

type ChartPoint = { label: string; now: number | null; before?: number | null }
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
  return (
    <AreaChart
      dir="ltr"
      h={height}
      data={[...points]}
      dataKey="label"
      curveType="monotone"
      withDots={false}
      strokeWidth={2}
      gridAxis="x"
      tickLine="none"
      valueFormatter={formatFull}
      yAxisProps={{ tickFormatter: formatShort, width: 'auto' }}
      areaChartProps={{ accessibilityLayer: false }}
      xAxisProps={{ minTickGap: 24, interval: 'preserveStartEnd' }}
      areaProps={series => ({
        isAnimationActive: false,
        ...(series.name === 'before' && { strokeDasharray: '5 5', fillOpacity: 0 }),
      })}
      series={[
        { name: 'before', label: t('ui.chart.previousPeriod'), color: 'var(--sw-chart-before)' },
        { name: 'now', label: t('ui.chart.currentPeriod'), color: 'var(--sw-chart-now)' },
      ]}
    />
  )
}
