import { useTranslation } from 'react-i18next'
import { type Segment, segmentApi } from '#contract/campaign/segment.ts'
import { EditableListPage } from '../list/editable-list-page.tsx'
import type { ListColumn } from '../list/table/data-table.tsx'
import { prefetchList, useList } from '../list/use-list.ts'
import emptyCustomersDrawing from '../ui/art/empty-customers.svg?raw'
import { RelativeTime } from '../ui/date/relative-time.tsx'
import { EntityCell } from '../ui/page/entity-cell.tsx'
import { SegmentDrawer } from './segment-drawer.tsx'

const segmentList = { route: segmentApi.list, name: 'segment' } as const

/** Lists saved filters of the people who agreed to emails. */
export function SegmentListPage() {
  const { t } = useTranslation()
  const columns: ListColumn<Segment>[] = [
    {
      key: 'name',
      label: t('segment.name'),
      render: ({ name }) => <EntityCell title={name} />,
    },
    {
      key: 'updatedAt',
      label: t('segment.updatedAt'),
      width: 160,
      minScreen: 'tablet',
      phonePosition: 'side',
      render: ({ updatedAt }) => <RelativeTime time={updatedAt} />,
    },
  ]
  return (
    <EditableListPage
      {...useList(segmentList)}
      title={t('segment.title')}
      subtitle={t('segment.subtitle')}
      back={{ to: '/apps/campaign/list', label: t('shell.menu.campaigns') }}
      can="campaign:write"
      addLabel={t('segment.add')}
      Form={SegmentDrawer}
      isReadable
      columns={columns}
      getRowName={({ name }) => name}
      empty={{
        drawing: emptyCustomersDrawing,
        title: t('segment.empty'),
        text: t('segment.emptyText'),
      }}
    />
  )
}
SegmentListPage.prefetch = prefetchList(segmentList)
