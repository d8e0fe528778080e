import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../message/error-state.tsx'

type Props<T> = {
  query: UseQueryResult<T>
  /** Other queries to wait for, so that the layout does not shift when they load. */
  alsoWaitFor?: readonly UseQueryResult<unknown>[]
  skeleton?: ReactNode
  children: (data: T) => ReactNode
}

/** Renders the data of a query, a skeleton while it loads, or its error with a retry button. */
export function QueryBoundary<T>({ query, alsoWaitFor = [], skeleton, children }: Props<T>) {
  const { t } = useTranslation()
  if (query.data !== undefined && !alsoWaitFor.some(otherQuery => otherQuery.isLoading))
    return children(query.data)
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return (
    <div role="status" aria-label={t('ui.list.loading')} data-loading>
      {skeleton ?? <PageSkeleton />}
    </div>
  )
}

/** The skeleton of an edit or detail page. */
export function PageSkeleton() {
  return (
    <div aria-hidden>
      <Skeleton h={24} w={240} mb={28} />
      <div
        style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr)', gap: 24 }}
      >
        <Skeleton h={360} radius="md" />
        <Skeleton h={240} radius="md" />
      </div>
    </div>
  )
}
