import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { EmptyStateProps } from '../ui/message/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { DataList, type DataListProps } from './table/data-list.tsx'
import type { ListRow } from './table/table-column.ts'
import type { ListStateQuery } from './use-list-state.ts'
import { CountTabs, type CountTabsProps } from './view/count-tabs.tsx'

export type ListPageProps<R extends ListRow, Q extends ListStateQuery, T extends string> = Omit<
  DataListProps<R, Q>,
  'label' | 'emptyTab'
> & {
  /** The plural name of the rows, such as "Products". */
  title: string
  subtitle?: ReactNode
  /** The parent page. */
  back?: { to: string; label: string }
  /** The buttons beside the title, the primary one last. */
  buttons?: ReactNode
  /** Content above the rows. */
  top?: ReactNode
  tabs?: Omit<CountTabsProps<T>, 'list' | 'counts'>
  /** Shown in tabs without rows. If left out, they show that the search has no results. */
  emptyByTab?: Record<T, EmptyStateProps>
  /** The number of rows of each tab. That of `all` is shown beside the title. */
  counts?: UseQueryResult<Record<T | 'all', number>>
  /** The open drawer or dialog. */
  children?: ReactNode
}

/** The page of a list: its title with the number of rows, buttons, tabs and rows. */
export function ListPage<R extends ListRow, Q extends ListStateQuery, T extends string>({
  title,
  subtitle,
  back,
  buttons,
  top,
  tabs,
  emptyByTab,
  counts,
  children,
  ...dataList
}: ListPageProps<R, Q, T>) {
  const { list, query } = dataList
  const meta = query.data?.meta
  const tab = tabs?.values?.find(value => list.tab && value === list.currentParams[list.tab])
  return (
    <>
      <PageHeader
        title={title}
        subtitle={subtitle}
        back={back}
        {...(counts
          ? { count: counts.data?.all }
          : { count: meta?.total, isCountCapped: meta?.totalIsCapped })}
      >
        {buttons}
      </PageHeader>
      {top}
      {tabs && counts?.data?.all !== 0 && <CountTabs list={list} counts={counts?.data} {...tabs} />}
      <DataList {...dataList} label={title} emptyTab={tab && emptyByTab?.[tab]} />
      {children}
    </>
  )
}
