import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { reviewApi } from '#contract/product/review.ts'
import { type BulkTarget, useBulkAction } from '../lib/call/use-bulk-action.ts'

/** Buttons that approve or reject the selected reviews. */
export function ReviewBulkActions({ selection }: { selection: BulkTarget }) {
  const { t } = useTranslation()
  const updateStatus = useBulkAction(
    reviewApi.bulkUpdateStatus,
    selection,
    'ui.bulk.success.reviewsUpdated',
  )
  return (['approved', 'rejected'] as const).map(status => (
    <Button
      key={status}
      variant="default"
      size="compact-sm"
      disabled={selection.isBusy}
      loading={updateStatus.isPending && updateStatus.variables?.status === status}
      onClick={() => updateStatus.mutate({ status })}
    >
      {t(`review.decide.${status}`)}
    </Button>
  ))
}
