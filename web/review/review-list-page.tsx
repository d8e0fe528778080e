import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ReviewStatus, reviewApi } from '#contract/product/review.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { recordListPaths } from '../lib/navigation/record-paths.ts'
import { useDialogParam } from '../lib/navigation/use-dialog-param.ts'
import { usePermission } from '../lib/session/permission-gate.tsx'
import { ListPage } from '../list/list-page.tsx'
import { prefetchList, useList } from '../list/use-list.ts'
import mailboxDrawing from '../ui/art/mailbox.svg?raw'
import { ReviewBulkActions } from './review-bulk-actions.tsx'
import { useReviewColumns } from './review-columns.tsx'
import { ReviewDrawer } from './review-drawer.tsx'

const reviewList = { route: reviewApi.list, name: 'review', tab: 'status' } as const

/** Lists the reviews of products, which appear in the store once they are approved. */
export function ReviewListPage() {
  const { t } = useTranslation()
  const reviews = useList(reviewList)
  const canWrite = usePermission('product:write')
  const drawer = useDialogParam('review')
  const opened = reviews.query.data?.items.find(({ _id }) => _id === drawer.value)
  return (
    <ListPage
      {...reviews}
      title={t('shell.menu.reviews')}
      back={{ to: recordListPaths.product, label: t('product.list.title') }}
      counts={useQuery(queryOptionsFor(reviewApi.getCounts, {}))}
      tabs={{
        label: t('review.byStatus'),
        values: ReviewStatus.options,
        getLabel: value => (value === 'all' ? t('review.all') : t(`review.statuses.${value}`)),
      }}
      columns={useReviewColumns()}
      getRowName={({ name, productTitle }) => `${name}: ${productTitle}`}
      getRowLink={({ _id }) => drawer.getLink(_id)}
      {...(canWrite && {
        renderBulkActions: selection => <ReviewBulkActions selection={selection} />,
      })}
      empty={{
        drawing: mailboxDrawing,
        title: t('review.emptyTitle'),
        text: t('review.emptyText'),
      }}
    >
      {opened && <ReviewDrawer key={opened._id} review={opened} onClose={drawer.close} />}
    </ListPage>
  )
}
ReviewListPage.prefetch = prefetchList(reviewList, reviewApi.getCounts)
