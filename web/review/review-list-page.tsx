import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ReviewStatus, reviewApi } from '#contract/product/review.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { recordListPaths } from '../lib/navigation/record-paths.ts'
import { usePermission } from '../lib/session/permission-gate.tsx'
import { DataList } from '../list/table/data-list.tsx'
import { parseListQuery, useListState } from '../list/use-list-state.ts'
import { CountTabs } from '../list/view/count-tabs.tsx'
import { Drawing } from '../ui/art/drawing.tsx'
import mailboxDrawing from '../ui/art/mailbox.svg?raw'
import { EmptyState } from '../ui/message/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { ReviewBulkActions } from './review-bulk-actions.tsx'
import { useReviewColumns } from './review-columns.tsx'
import { ReviewDrawer } from './review-drawer.tsx'

/** Lists the reviews of products, which appear in the store once they are approved. */
export function ReviewListPage() {
  const { t } = useTranslation()
  const list = useListState(reviewApi.list.query, 'review', { tab: 'status' })
  const reviews = useQuery(queryOptionsFor(reviewApi.list, { query: list.query }))
  const counts = useQuery(queryOptionsFor(reviewApi.getCounts, {})).data
  const canWrite = usePermission('product:write')
  const drawer = useReviewDrawer()
  const opened = reviews.data?.items.find(({ _id }) => _id === drawer.id)
  const tabs = [undefined, ...ReviewStatus.options].map(value => ({
    value,
    label: value ? t(`review.statuses.${value}`) : t('review.all'),
    count: counts?.[value ?? 'all'],
  }))
  return (
    <>
      <PageHeader
        title={t('shell.menu.reviews')}
        count={counts?.all}
        back={{ to: recordListPaths.product, label: t('product.list.title') }}
      />
      {counts?.all !== 0 && <CountTabs list={list} label={t('review.byStatus')} tabs={tabs} />}
      <DataList
        label={t('shell.menu.reviews')}
        list={list}
        query={reviews}
        columns={useReviewColumns()}
        getRowName={({ name, productTitle }) => `${name}: ${productTitle}`}
        getRowLink={({ _id }) => drawer.getLink(_id)}
        {...(canWrite && {
          renderBulkActions: selection => <ReviewBulkActions selection={selection} />,
        })}
        empty={
          <EmptyState
            title={t('review.emptyTitle')}
            text={t('review.emptyText')}
            illustration={<Drawing svg={mailboxDrawing} />}
          />
        }
      />
      {opened && <ReviewDrawer key={opened._id} review={opened} onClose={drawer.close} />}
    </>
  )
}
ReviewListPage.prefetch = (({ client, search }) =>
  client.prefetchQuery(
    queryOptionsFor(reviewApi.list, {
      query: parseListQuery(reviewApi.list.query, search, 'review'),
    }),
  )) satisfies Prefetch

/** Keeps the open review in the URL: `?review=<id>`. */
function useReviewDrawer() {
  const [params, setParams] = useSearchParams()
  const withReview = (id: string | null) => {
    const next = new URLSearchParams(params)
    if (id === null) next.delete('review')
    else next.set('review', id)
    return next
  }
  return {
    id: params.get('review'),
    close: () => setParams(withReview(null), { preventScrollReset: true }),
    getLink: (id: string) => `?${withReview(id)}`,
  }
}
