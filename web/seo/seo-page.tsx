import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { SeoProblemKind, type SeoRecord, seoApi } from '#contract/cms/seo.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { getRecordPath, recordListPaths } from '../lib/navigation/record-paths.ts'
import { ListPage } from '../list/list-page.tsx'
import { prefetchList, useList } from '../list/use-list.ts'
import emptyContentDrawing from '../ui/art/empty-content.svg?raw'
import { useSeoColumns } from './seo-columns.tsx'

const seoList = {
  route: seoApi.list,
  name: 'seo',
  tab: 'kind',
  defaultSort: 'name',
} as const

/** Lists the problems that keep pages of the store out of search results. */
export function SeoPage() {
  const { t } = useTranslation()
  const counts = useQuery(queryOptionsFor(seoApi.getCounts, {}))
  return (
    <ListPage
      {...useList(seoList)}
      title={t('shell.menu.searchEngines')}
      subtitle={t('seo.subtitle')}
      back={{ to: '/apps/cms', label: t('shell.menu.content') }}
      counts={counts}
      tabs={{
        label: t('seo.byProblem'),
        values: SeoProblemKind.options,
        getLabel: kind => (kind === 'all' ? t('seo.all') : t(`seo.kind.${kind}`)),
      }}
      columns={useSeoColumns()}
      getRowName={({ name }) => name}
      getRowLink={getEditPath}
      empty={{ drawing: emptyContentDrawing, title: t('seo.emptyTitle'), text: t('seo.emptyText') }}
    />
  )
}
SeoPage.prefetch = prefetchList(seoList, seoApi.getCounts)

/** Returns the page on which the problems of a record are corrected. */
function getEditPath({ type, _id, slug }: SeoRecord): string {
  if (type === 'product') return getRecordPath('product', _id)
  if (type === 'category') return `${recordListPaths.category}?edit=${_id}`
  if (type === 'post') return `/apps/blog/edit/${_id}`
  return type === 'page' ? `/apps/page/${slug}/update` : '/apps/cms/redirects'
}
