import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Stats } from '#contract/staff/dashboard.ts'
import { useFormatters } from '../lib/formatters.ts'
import { SectionCard } from '../ui/page/section-card.tsx'
import { getStatsListPath, useStatsFormat } from './dashboard-format.ts'
import css from './dashboard-page.module.css'

/** Lists every metric with its definition, its value and the value of the previous period. */
export function MetricsCard({ stats: { kpis, currency } }: { stats: Stats }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const statsFormat = useStatsFormat(currency)
  return (
    <SectionCard title={t('dashboard.analytics.metrics')} flush>
      <table className={css.metricsTable} aria-label={t('dashboard.analytics.metrics')}>
        <thead>
          <tr>
            <th scope="col">{t('dashboard.analytics.metric')}</th>
            <th scope="col">{t('dashboard.analytics.currentPeriod')}</th>
            <th scope="col" className={css.previousPeriod}>
              {t('dashboard.analytics.previousPeriod')}
            </th>
            <th scope="col">{t('dashboard.analytics.change')}</th>
          </tr>
        </thead>
        <tbody>
          {kpis.map(kpi => (
            <tr key={kpi.key}>
              <th scope="row">
                {t(`dashboard.kpi.${kpi.key}`)}
                <small>{t(`dashboard.kpiDescription.${kpi.key}`)}</small>
              </th>
              <td>
                <Link to={getStatsListPath(kpi.link)}>{statsFormat.kpi(kpi, kpi.value)}</Link>
              </td>
              <td className={css.previousPeriod}>{statsFormat.kpi(kpi, kpi.previous)}</td>
              <td>{format.change(kpi.changePct)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </SectionCard>
  )
}
