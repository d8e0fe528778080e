import {
  IconAlertTriangle,
  IconCash,
  IconChecklist,
  IconCircleCheck,
  IconClockPause,
  IconFileText,
  IconPackageOff,
  IconPhotoOff,
  IconTagOff,
  IconTruckDelivery,
  IconWorldOff,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Attention } from '#contract/staff/dashboard.ts'
import { useFormatters } from '../lib/formatters.ts'
import type { StatusTone } from '../ui/message/status-badge.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { getStatsListPath } from './dashboard-format.ts'
import css from './dashboard-page.module.css'

const attentionStyles: Record<Attention['code'], { icon: typeof IconCash; tone: StatusTone }> = {
  toConfirm: { icon: IconChecklist, tone: 'info' },
  toShip: { icon: IconTruckDelivery, tone: 'info' },
  unpaid: { icon: IconCash, tone: 'warn' },
  onHold: { icon: IconClockPause, tone: 'warn' },
  outOfStock: { icon: IconPackageOff, tone: 'bad' },
  lowStock: { icon: IconAlertTriangle, tone: 'warn' },
  productDraft: { icon: IconFileText, tone: 'neutral' },
  productNoImage: { icon: IconPhotoOff, tone: 'neutral' },
  productNoPrice: { icon: IconTagOff, tone: 'bad' },
  domainProblem: { icon: IconWorldOff, tone: 'bad' },
}
/** The number at which the server stops counting products. */
const countLimit = 10_000

/** Lists open tasks with their number, each a link to the rows it counts. */
export function AttentionCard({ attention }: { attention: readonly Attention[] }) {
  const { t } = useTranslation()
  const format = useFormatters()
  return (
    <SectionCard title={t('dashboard.home.needsAttention')}>
      {attention.length === 0 && (
        <div className={css.allDone}>
          <IconCircleCheck size={28} stroke={1.5} aria-hidden />
          <div>
            <strong>{t('dashboard.home.allDone')}</strong>
            <p>{t('dashboard.home.allDoneText')}</p>
          </div>
        </div>
      )}
      <ul className={css.tasks}>
        {attention.map(({ code, count, link }) => {
          const { icon: Icon, tone } = attentionStyles[code]
          return (
            <li key={code}>
              <Link to={getStatsListPath(link)} className={css.task}>
                <span className={css.taskIcon} data-tone={tone}>
                  <Icon size={18} stroke={1.75} aria-hidden />
                </span>
                <span>
                  <strong>
                    {format.number(count)}
                    {count >= countLimit && '+'}
                  </strong>{' '}
                  {t(`dashboard.attention.${code}`, { count })}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </SectionCard>
  )
}
