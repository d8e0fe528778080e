import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { SegmentFilter, segmentApi } from '#contract/campaign/segment.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import css from './campaign.module.css'

/** The people who match a filter now, and the first ones by email. */
export function SegmentPeople({ filter }: { filter: SegmentFilter }) {
  const { t } = useTranslation()
  const [shownFilter] = useDebouncedValue(filter, 600)
  const preview = useQuery({
    ...queryOptionsFor(segmentApi.preview, { body: shownFilter }),
    enabled: SegmentFilter.safeParse(shownFilter).success,
    placeholderData: keepPreviousData,
    retry: false,
  }).data
  return (
    <section aria-label={t('segment.matches')}>
      <p className={css.count} role="status">
        {preview ? t('campaign.people', { count: preview.count }) : '…'}
      </p>
      <p className="sw-dimmed">{t('campaign.consentHint')}</p>
      <ul className={css.people}>
        {preview?.people.map(({ email, name }) => (
          <li key={email}>
            <bdi>{name || email}</bdi> {name && <bdi className="sw-dimmed">{email}</bdi>}
          </li>
        ))}
      </ul>
    </section>
  )
}
