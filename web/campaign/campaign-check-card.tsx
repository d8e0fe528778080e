import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CampaignCheck, CampaignProblem } from '#contract/campaign/campaign.ts'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './campaign.module.css'

/** The pages on which problems outside the campaign are corrected. */
const correctionLinks: Partial<
  Record<CampaignProblem, { to: string; label: 'campaign.openSender' | 'campaign.openStore' }>
> = {
  no_sender: { to: '/apps/settings/emails', label: 'campaign.openSender' },
  no_address: { to: '/apps/settings/store', label: 'campaign.openStore' },
}

/** The number of recipients and what keeps the saved campaign from being sent. */
export function CampaignCheckCard({ check }: { check: CampaignCheck | undefined }) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('campaign.check')}>
      <div className={css.check}>
        <p className={css.count}>{check ? t('campaign.people', { count: check.count }) : '…'}</p>
        {check && (
          <ul className={css.problems}>
            {check.problems.map(problem => {
              const link = correctionLinks[problem]
              return (
                <li key={problem} className={css.problem}>
                  <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
                  <span>
                    {t(`campaign.problem.${problem}`)}{' '}
                    {link && <Link to={link.to}>{t(link.label)}</Link>}
                  </span>
                </li>
              )
            })}
            {check.problems.length === 0 && <li>{t('campaign.ready')}</li>}
          </ul>
        )}
        {check && (
          <p className={css.sender} dir="auto">
            {t('campaign.sender', { sender: check.sender })}
          </p>
        )}
      </div>
    </SectionCard>
  )
}
