import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type ContentPageRow, cmsApi } from '#contract/cms/cms.ts'
import { useFormatters } from '../lib/formatters.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { DataList } from '../list/table/data-list.tsx'
import type { ListColumn } from '../list/table/data-table.tsx'
import { useList } from '../list/use-list.ts'
import emptyContentDrawing from '../ui/art/empty-content.svg?raw'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import { EntityCell } from '../ui/page/entity-cell.tsx'

const pageList = { route: cmsApi.listPages, name: 'page', defaultSort: 'title' } as const

/** Lists the content pages of the store, as one of the sections. */
export function PageListSection() {
  const { t } = useTranslation()
  const { list, query: pages } = useList(pageList)
  const columns = useContentPageColumns()
  const addButton = (
    <PermissionGate permission="cms:write">
      <Button
        component={Link}
        to="/apps/page/new/create"
        size="xs"
        leftSection={<IconPlus size={15} stroke={1.75} />}
      >
        {t('cms.pages.add')}
      </Button>
    </PermissionGate>
  )
  const filters = [
    {
      key: 'status',
      label: t('cms.pages.status'),
      isSingleChoice: true,
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
        {addButton}
      </div>
      <DataList
        label={t('cms.pages.name')}
        list={{ ...list, isFiltered: list.activeFilters.some(key => key !== 'section') }}
        query={pages}
        columns={columns}
        getRowName={page => page.title}
        getRowLink={page => `/apps/page/${page.slug}`}
        filters={filters}
        empty={{
          can: 'cms:write',
          drawing: emptyContentDrawing,
          title: t('cms.pages.empty'),
          text: t('cms.pages.emptyText'),
          children: addButton,
        }}
      />
    </>
  )
}

function useContentPageColumns(): ListColumn<ContentPageRow>[] {
  const { t } = useTranslation()
  const format = useFormatters()
  return [
    {
      key: 'title',
      label: t('cms.pages.title'),
      sort: 'title',
      render: page => (
        <EntityCell
          title={page.title}
          details={`/pages/${page.slug}${page.isFixed ? ` · ${t('cms.pages.default')}` : ''}`}
        />
      ),
    },
    {
      key: 'status',
      label: t('cms.pages.status'),
      phonePosition: 'side',
      width: 130,
      render: page => (
        <StatusBadge
          tone={page.status === 'published' ? 'good' : 'neutral'}
          label={t(`cms.pages.${page.status}`)}
          isHollow={page.status === 'draft'}
        />
      ),
    },
    {
      key: 'updatedAt',
      label: t('cms.pages.updated'),
      sort: 'updatedAt',
      width: 140,
      minScreen: 'tablet',
      phonePosition: 'line',
      render: page => format.relativeTime(page.updatedAt),
    },
  ]
}
