import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Review, ReviewStatus } from '#contract/product/review.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { createdAtColumn } from '../list/table/created-at-column.tsx'
import type { ListColumn } from '../list/table/data-table.tsx'
import { StatusBadge, type StatusTone } from '../ui/message/status-badge.tsx'
import { EntityCell } from '../ui/page/entity-cell.tsx'
import css from './review.module.css'

const tones: Record<ReviewStatus, StatusTone> = {
  pending: 'warn',
  approved: 'good',
  rejected: 'neutral',
}

export function useReviewColumns(): ListColumn<Review>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'rating',
      label: t('review.review'),
      sort: 'rating',
      render: ({ rating, title, text }) => (
        <EntityCell
          title={
            <>
              <RatingStars rating={rating} /> <bdi>{title}</bdi>
            </>
          }
          details={<bdi>{text}</bdi>}
        />
      ),
    },
    {
      key: 'product',
      label: t('review.product'),
      width: 200,
      minScreen: 'tablet',
      phonePosition: 'none',
      render: ({ product, productTitle }) => (
        <Anchor component={Link} to={getRecordPath('product', product)} inherit truncate>
          {productTitle}
        </Anchor>
      ),
    },
    {
      key: 'name',
      label: t('review.name'),
      width: 140,
      minScreen: 'desktop',
      phonePosition: 'none',
      render: ({ name }) => <bdi>{name}</bdi>,
    },
    {
      key: 'status',
      label: t('review.status'),
      width: 130,
      phonePosition: 'side',
      render: ({ status }) => <ReviewBadge status={status} />,
    },
    { ...createdAtColumn, label: t('review.createdAt'), width: 130 },
  ]
}

export function ReviewBadge({ status }: Pick<Review, 'status'>) {
  const { t } = useTranslation()
  return <StatusBadge tone={tones[status]} label={t(`review.statuses.${status}`)} />
}

export function RatingStars({ rating }: Pick<Review, 'rating'>) {
  const { t } = useTranslation()
  return (
    <span className={css.stars} role="img" aria-label={t('review.stars', { count: rating })}>
      {'★'.repeat(rating)}
      <span className={css.empty}>{'★'.repeat(5 - rating)}</span>
    </span>
  )
}
