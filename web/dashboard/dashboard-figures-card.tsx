import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Stats } from '#contract/dashboard.ts'
import { useFormat } from '../lib/format.ts'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './dashboard-page.module.css'
import { pathOf, useStatsWords } from './dashboard-words.ts'

/** Every figure with what it means, so that nobody has to guess what "net" is. */
export function FiguresCard({ stats: { kpis, currency } }: { stats: Stats }) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useStatsWords(currency)
  return (
    <SectionCard title={t('dashboard.shop.figures')} flush>
      <table className={css.figures} aria-label={t('dashboard.shop.figures')}>
        <thead>
          <tr>
            <th scope="col">{t('dashboard.shop.figure')}</th>
            <th scope="col">{t('dashboard.shop.now')}</th>
            <th scope="col" className={css.before}>
              {t('dashboard.shop.before')}
            </th>
            <th scope="col">{t('dashboard.shop.change')}</th>
          </tr>
        </thead>
        <tbody>
          {kpis.map(kpi => (
            <tr key={kpi.key}>
              <th scope="row">
                {t(`dashboard.kpi.${kpi.key}`)}
                <small>{t(`dashboard.kpiMeaning.${kpi.key}`)}</small>
              </th>
              <td>
                <Link to={pathOf(kpi.link)}>{words.kpi(kpi, kpi.value)}</Link>
              </td>
              <td className={css.before}>{words.kpi(kpi, kpi.previous)}</td>
              <td>{format.change(kpi.changePct)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </SectionCard>
  )
}
