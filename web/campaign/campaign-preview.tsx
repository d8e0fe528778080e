import { SegmentedControl } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CampaignText, campaignApi } from '#contract/campaign/campaign.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './campaign.module.css'

type Width = 'phone' | 'desktop'

/** The email as the server renders it. Its iframe runs no scripts and opens no links. */
export function CampaignPreview({ text }: { text: CampaignText }) {
  const { t } = useTranslation()
  const [width, setWidth] = useState<Width>('desktop')
  const { subject, preview, body } = text
  const [shownText] = useDebouncedValue(text, 400)
  const rendered = useQuery({
    ...queryOptionsFor(campaignApi.preview, { body: shownText }),
    enabled: CampaignText.safeParse({ subject, preview, body }).success,
    placeholderData: keepPreviousData,
    retry: false,
  }).data
  return (
    <SectionCard
      title={t('campaign.previewTitle')}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('campaign.previewTitle')}
          value={width}
          onChange={value => setWidth(value === 'phone' ? 'phone' : 'desktop')}
          data={[
            { value: 'phone', label: t('campaign.phone') },
            { value: 'desktop', label: t('campaign.desktop') },
          ]}
        />
      }
    >
      <div className={css.inboxRow} dir="auto">
        <strong>{rendered?.subject}</strong> <span className="sw-dimmed">{text.preview}</span>
      </div>
      <iframe
        className={css.preview}
        data-width={width}
        title={t('campaign.previewTitle')}
        sandbox=""
        srcDoc={rendered?.html ?? ''}
      />
    </SectionCard>
  )
}
