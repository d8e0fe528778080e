import { Anchor, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Review, reviewApi } from '#contract/product/review.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { DeleteButton } from '../ui/dialog/delete-button.tsx'
import { DetailDrawer } from '../ui/dialog/record-drawer.tsx'
import { KeyValues } from '../ui/page/key-values.tsx'
import css from './review.module.css'
import { RatingStars, ReviewBadge } from './review-columns.tsx'
import { ReviewPhotos } from './review-photos.tsx'
import { ReviewReplyDialog } from './review-reply-dialog.tsx'

type Props = { review: Review; onClose: () => void }

/** A review in full, with the buttons that publish or hide it. */
export function ReviewDrawer({ review, onClose }: Props) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { product, productTitle, order, orderNumber, rating, title, text, name, reply } = review
  const [isReplying, setReplying] = useState(false)
  return (
    <DetailDrawer title={t('review.by', { name })} onClose={onClose}>
      <RatingStars rating={rating} />
      {title && (
        <h3 className={css.heading} dir="auto">
          {title}
        </h3>
      )}
      <p className={css.text} dir="auto">
        {text}
      </p>
      <ReviewPhotos photos={review.photos} name={name} />
      <KeyValues
        items={[
          ...(reply
            ? [{ label: t('review.reply.text'), value: <bdi className={css.text}>{reply}</bdi> }]
            : []),
          { label: t('review.status'), value: <ReviewBadge status={review.status} /> },
          {
            label: t('review.product'),
            value: (
              <Anchor component={Link} to={getRecordPath('product', product)} inherit>
                {productTitle}
              </Anchor>
            ),
          },
          {
            label: t('review.order'),
            value: (
              <PermissionGate permission="order:read" fallback={<bdi>{orderNumber}</bdi>}>
                <Anchor component={Link} to={getRecordPath('order', order)} inherit>
                  <bdi>{orderNumber}</bdi>
                </Anchor>
              </PermissionGate>
            ),
          },
          { label: t('review.createdAt'), value: format.dateTime(review.createdAt) },
        ]}
      />
      <PermissionGate permission="product:write">
        <ReviewButtons review={review} onClose={onClose} onReply={() => setReplying(true)} />
      </PermissionGate>
      {isReplying && <ReviewReplyDialog review={review} onClose={() => setReplying(false)} />}
    </DetailDrawer>
  )
}

type ButtonProps = Props & { onReply: () => void }

function ReviewButtons({ review: { _id: id, name, status }, onClose, onReply }: ButtonProps) {
  const { t } = useTranslation()
  const decide = useRouteMutation(reviewApi.updateStatus)
  return (
    <Group gap="xs">
      {(['approved', 'rejected'] as const)
        .filter(decision => decision !== status)
        .map(decision => (
          <Button
            key={decision}
            variant={decision === 'approved' ? 'filled' : 'default'}
            loading={decide.isPending && decide.variables.body.status === decision}
            disabled={decide.isPending}
            onClick={() =>
              decide.mutate({ params: { id }, body: { status: decision } }, { onSuccess: onClose })
            }
          >
            {t(`review.decide.${decision}`)}
          </Button>
        ))}
      <Button variant="default" onClick={onReply}>
        {t('review.reply.action')}
      </Button>
      <DeleteButton
        route={reviewApi.delete}
        id={id}
        label={t('review.delete')}
        title={t('review.deleteTitle', { name })}
        text={t('review.deleteText')}
        onDeleted={onClose}
      />
    </Group>
  )
}
