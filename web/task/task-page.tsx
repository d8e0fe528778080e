import { Button } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { TaskListQuery, TaskView, taskApi } from '#contract/desk/task.ts'
import { TaskCapture } from '../desk/task-capture.tsx'
import { listOptionsFor, queryOptionsFor } from '../lib/call/api.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { type DialogParam, useDialogParam } from '../lib/navigation/use-dialog-param.ts'
import { PermissionGate, usePermission } from '../lib/session/permission-gate.tsx'
import { BulkToolbar } from '../list/bulk-toolbar.tsx'
import { ListSearchField } from '../list/list-filters.tsx'
import { ListPager } from '../list/list-pager.tsx'
import { useListSelection } from '../list/table/use-selection.ts'
import { useListState } from '../list/use-list-state.ts'
import { useLastPage } from '../list/view/use-default-view.ts'
import { OpenRecordForm } from '../ui/form/open-record-form.tsx'
import { EmptyState } from '../ui/message/empty-state.tsx'
import { AddButton } from '../ui/page/add-button.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import css from './task.module.css'
import { TaskBulkActions } from './task-bulk-actions.tsx'
import { TaskDrawer } from './task-drawer.tsx'
import { TaskNav } from './task-nav.tsx'
import { TaskRows } from './task-rows.tsx'
import { TaskRulesDrawer } from './task-rules-drawer.tsx'

const loadDrawing = () => import('../ui/art/no-notifications.svg?raw')
const defaultView = 'my-day'

/** The tasks of one view, such as those of today. */
export function TaskPage() {
  const { t } = useTranslation()
  const view = TaskView.catch(defaultView).parse(useParams()['view'])
  const list = useListState(TaskListQuery, 'task', { defaultSort: 'due' })
  const tasks = useQuery(listOptionsFor(taskApi.list, { ...list.query, view }))
  const isPastLastPage = useLastPage(list, tasks)
  const drawer = useDialogParam('edit')
  const rulesDrawer = useDialogParam('rules')
  const { page: _page, perPage: _perPage, after: _after, ...filter } = { ...list.query, view }
  const selection = useListSelection(JSON.stringify(filter))
  const canWrite = usePermission('task:write')
  const { tag } = list.query
  return (
    <>
      <PageHeader
        title={tag ? `#${tag}` : t(`task.view.${view}`)}
        count={tasks.data?.meta.total}
        isCountCapped={tasks.data?.meta.totalIsCapped}
      >
        <PermissionGate permission="task:write">
          <Button
            variant="default"
            leftSection={<IconSettings size={16} stroke={1.75} />}
            onClick={() => rulesDrawer.open('open')}
          >
            {t('task.rules.title')}
          </Button>
        </PermissionGate>
        <AddButton can="task:write" label={t('task.add')} onClick={() => drawer.open('new')} />
      </PageHeader>
      <div className={css.page}>
        <TaskNav view={view} tag={tag} />
        <div className={css.card}>
          {canWrite && tasks.data && (
            <BulkToolbar selection={selection} meta={tasks.data.meta} filter={filter}>
              {target => <TaskBulkActions selection={target} view={view} />}
            </BulkToolbar>
          )}
          <div className={css.tools}>
            {view !== 'completed' && view !== 'deleted' && (
              <PermissionGate permission="task:write">
                <TaskCapture defaults={getDefaults(view, tag)} />
              </PermissionGate>
            )}
            <ListSearchField
              value={list.query.q ?? ''}
              label={t('task.search')}
              onSearch={q => list.setParam('q', q, { replace: true })}
            />
          </div>
          <QueryBoundary query={tasks} skeleton={<div className={css.skeleton} />}>
            {({ items, meta }) =>
              items.length === 0 && !isPastLastPage ? (
                <EmptyState
                  drawing={loadDrawing}
                  title={t(list.isFiltered ? 'task.noneFound' : `task.empty.${view}`)}
                />
              ) : (
                <>
                  <TaskRows
                    tasks={items}
                    getLink={drawer.getLink}
                    selection={canWrite ? selection.selection : undefined}
                  />
                  <ListPager
                    meta={meta}
                    rowCount={items.length}
                    onPageChange={target => list.goToPage(target)}
                    onPageSizeChange={list.setRowCount}
                  />
                </>
              )
            }
          </QueryBoundary>
        </div>
      </div>
      <OpenTask dialog={drawer} />
      {rulesDrawer.value && <TaskRulesDrawer onClose={rulesDrawer.close} />}
    </>
  )
}
TaskPage.prefetch = (({ client }) =>
  client.prefetchQuery(queryOptionsFor(taskApi.counts, {}))) satisfies Prefetch

/** Returns what a task that is captured in a view has, so that it appears there. */
const getDefaults = (view: TaskView, tag: string | undefined) => ({
  ...(tag && { tags: [tag] }),
  ...(view === 'important' && { isImportant: true }),
  ...(view === 'my-day' && !tag && { isDueToday: true }),
})

/** The drawer with the task in the URL, which can be on another page of the list. */
function OpenTask({ dialog }: { dialog: DialogParam }) {
  const id = dialog.value
  const task = useQuery({
    ...queryOptionsFor(taskApi.get, { params: { id: id ?? '' } }),
    enabled: id !== null && id !== 'new',
  }).data
  return <OpenRecordForm dialog={dialog} records={task && [task]} Form={TaskDrawer} />
}
