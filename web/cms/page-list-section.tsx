import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type ContentPageRow, cmsApi } from '#contract/cms.ts'
import { queryOf } from '../lib/call/api.ts'
import { useFormat } from '../lib/format.ts'
import { Can } from '../lib/session/can.tsx'
import { DataList } from '../list/data-list.tsx'
import type { Column } from '../list/data-table.tsx'
import { useListState } from '../list/use-list-state.ts'
import { ArtEmptyContent } from '../ui/art/art-empty-content.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { StatusBadge } from '../ui/page/status-badge.tsx'
import { ThingCell } from '../ui/page/thing-cell.tsx'

/** The pages of the store's own text, as one of the sections. */
export function PageListSection() {
  const { t } = useTranslation()
  const list = useListState(cmsApi.listPages.query)
  const pages = useQuery(queryOf(cmsApi.listPages, { query: list.query }))
  const columns = usePageColumns()
  const add = (
    <Can do="cms:write">
      <Button
        component={Link}
        to="/apps/page/new/create"
        size="xs"
        leftSection={<IconPlus size={15} stroke={1.75} />}
      >
        {t('cms.pages.add')}
      </Button>
    </Can>
  )
  const filters = [
    {
      key: 'status',
      label: t('cms.pages.status'),
      single: true,
      options: [
        { value: 'published', label: t('cms.pages.published') },
        { value: 'draft', label: t('cms.pages.draft') },
      ],
    },
  ]
  return (
    <>
      <div
        style={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 12 }}
      >
        <span className="sw-dimmed">{t('cms.hint.pages')}</span>
        {add}
      </div>
      <DataList
        label={t('cms.pages.name')}
        list={{ ...list, isFiltered: list.active.some(key => key !== 'section') }}
        query={pages}
        columns={columns}
        nameOf={page => page.title}
        linkOf={page => `/apps/page/${page.slug}`}
        filters={filters}
        empty={
          <EmptyState
            can="cms:write"
            drawing={<ArtEmptyContent />}
            title={t('cms.pages.empty')}
            text={t('cms.pages.emptyText')}
          >
            {add}
          </EmptyState>
        }
      />
    </>
  )
}

function usePageColumns(): Column<ContentPageRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'title',
      label: t('cms.pages.title'),
      sort: 'title',
      render: page => (
        <ThingCell
          title={page.title}
          line={`/pages/${page.slug}${page.isFixed ? ` · ${t('cms.pages.fixed')}` : ''}`}
        />
      ),
    },
    {
      key: 'status',
      label: t('cms.pages.status'),
      phone: 'side',
      width: 130,
      render: page => (
        <StatusBadge
          tone={page.status === 'published' ? 'good' : 'neutral'}
          label={t(`cms.pages.${page.status}`)}
          hollow={page.status === 'draft'}
        />
      ),
    },
    {
      key: 'updatedAt',
      label: t('cms.pages.updated'),
      sort: 'updatedAt',
      width: 140,
      from: 'tablet',
      phone: 'line',
      render: page => format.ago(page.updatedAt),
    },
  ]
}
