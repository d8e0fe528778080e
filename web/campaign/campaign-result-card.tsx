import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Campaign, type CampaignResult, campaignApi } from '#contract/campaign/campaign.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useCurrency } from '../lib/session/use-current-store.ts'
import { KeyValues } from '../ui/page/key-values.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'

const counts = ['sent', 'waiting', 'skipped', 'failed', 'bounced', 'unsubscribed'] as const
const sendingMs = 10_000
const idleMs = 60_000

/** What a campaign has led to, without following single people. */
export function CampaignResultCard({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { _id: id, status, sendAt } = campaign
  const result = useQuery({
    ...queryOptionsFor(campaignApi.getResult, { params: { id } }),
    enabled: status !== 'scheduled',
    refetchInterval: status === 'sending' ? sendingMs : idleMs,
  }).data
  if (status === 'scheduled')
    return (
      <SectionCard title={t('campaign.result.title')}>
        <p>{t('campaign.scheduledFor', { time: format.dateTime(sendAt) })}</p>
      </SectionCard>
    )
  return (
    <SectionCard title={t('campaign.result.title')} hint={t('campaign.result.hint')}>
      <ResultValues result={result} />
    </SectionCard>
  )
}

function ResultValues({ result }: { result: CampaignResult | undefined }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const currency = useCurrency()
  const isShown = (key: (typeof counts)[number]) =>
    key === 'sent' || key === 'unsubscribed' || (result?.[key] ?? 0) > 0
  const items = counts
    .filter(isShown)
    .map(key => ({ label: t(`campaign.result.${key}`), value: format.number(result?.[key]) }))
  if (result && result.orders !== null && result.revenue !== null)
    items.push(
      { label: t('campaign.result.orders'), value: format.number(result.orders) },
      { label: t('campaign.result.revenue'), value: format.money(result.revenue, currency) },
    )
  return <KeyValues items={items} numbers />
}
