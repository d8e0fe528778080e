import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type SearchRule, searchRuleApi } from '#contract/cms/search-rule.ts'
import { seoApi } from '#contract/cms/seo.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { recordListPaths } from '../lib/navigation/record-paths.ts'
import { useDialogParam } from '../lib/navigation/use-dialog-param.ts'
import { DataTable, type ListColumn } from '../list/table/data-table.tsx'
import emptyContentDrawing from '../ui/art/empty-content.svg?raw'
import { OpenRecordForm } from '../ui/form/open-record-form.tsx'
import { EmptyState } from '../ui/message/empty-state.tsx'
import { AddButton } from '../ui/page/add-button.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { EmptySearchCard } from './empty-search-card.tsx'
import { SearchRuleDrawer } from './search-rule-drawer.tsx'

/** Lists the rules of the search of the store, and the searches of shoppers that found no product. */
export function SearchRuleListPage() {
  const { t } = useTranslation()
  const rules = useQuery(queryOptionsFor(searchRuleApi.list, {}))
  const drawer = useDialogParam('rule')
  const addButton = (
    <AddButton label={t('searchRule.add')} can="cms:write" onClick={() => drawer.open('new')} />
  )
  const columns: ListColumn<SearchRule>[] = [
    { key: 'terms', label: t('searchRule.field.terms'), render: ({ terms }) => terms.join(', ') },
    {
      key: 'pinnedProducts',
      label: t('searchRule.field.pinnedProducts'),
      isNumber: true,
      render: ({ pinnedProducts }) => pinnedProducts.length,
    },
    {
      key: 'hiddenProducts',
      label: t('searchRule.field.hiddenProducts'),
      isNumber: true,
      render: ({ hiddenProducts }) => hiddenProducts.length,
    },
  ]
  return (
    <>
      <PageHeader
        title={t('shell.menu.searchRules')}
        subtitle={t('searchRule.subtitle')}
        back={{ to: recordListPaths.product, label: t('product.list.title') }}
      >
        {addButton}
      </PageHeader>
      <QueryBoundary query={rules}>
        {rows => (
          <SectionCard flush={rows.length > 0}>
            {rows.length > 0 ? (
              <DataTable
                label={t('shell.menu.searchRules')}
                rows={rows}
                columns={columns}
                getRowName={({ terms }) => terms.join(', ')}
                getRowLink={({ _id }) => drawer.getLink(_id)}
              />
            ) : (
              <EmptyState
                can="cms:write"
                drawing={emptyContentDrawing}
                title={t('searchRule.empty')}
                text={t('searchRule.emptyText')}
              >
                {addButton}
              </EmptyState>
            )}
          </SectionCard>
        )}
      </QueryBoundary>
      <EmptySearchCard />
      <OpenRecordForm dialog={drawer} records={rules.data} Form={SearchRuleDrawer} />
    </>
  )
}
SearchRuleListPage.prefetch = (({ client }) =>
  Promise.all([
    client.prefetchQuery(queryOptionsFor(searchRuleApi.list, {})),
    client.prefetchQuery(queryOptionsFor(seoApi.listEmptySearches, {})),
  ])) satisfies Prefetch
