import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type AuditEntry, auditApi } from '#contract/staff/audit.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { ExportButton } from '../list/export-button.tsx'
import { FilterChips } from '../list/list-filters.tsx'
import { ListPager } from '../list/list-pager.tsx'
import { prefetchList, useList } from '../list/use-list.ts'
import nothingMatchesDrawing from '../ui/art/nothing-matches.svg?raw'
import { EmptyState } from '../ui/message/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import css from './audit.module.css'
import { useAuditFilters } from './audit-filters.tsx'
import { type AuditFilterHandler, AuditRow } from './audit-row.tsx'
import { groupByDay, groupIntoSteps } from './audit-step.ts'

const auditList = { route: auditApi.list, name: 'audit', defaultSort: '-at' } as const

/** The audit: the steps of the store, newest first, each as a sentence. */
export function AuditPage() {
  const { t } = useTranslation()
  const { list, query: entries } = useList(auditList)
  const summary = useQuery(queryOptionsFor(auditApi.getSummary, {}))
  const filters = useAuditFilters(summary.data, entries.data?.items ?? [])
  const { page: _page, perPage: _perPage, after: _after, ...exportFilter } = list.query
  return (
    <>
      <PageHeader title={t('audit.title')} subtitle={t('audit.subtitle')}>
        <ExportButton
          route={auditApi.export}
          args={{ query: exportFilter }}
          label={t('audit.export')}
        />
      </PageHeader>
      <div className={css.card}>
        <div className={css.toolbar} role="search">
          <FilterChips
            filters={filters}
            values={list.query}
            onChange={(key, value) => list.setParam(key, value)}
            onClear={list.clearFilters}
          />
          {summary.data && <SealStatus unsealed={summary.data.unsealedCount} />}
        </div>
        <QueryBoundary query={entries}>
          {({ items, meta }) => (
            <>
              {items.length === 0 ? (
                <NoEntries isFiltered={list.isFiltered} onClear={list.clearFilters} />
              ) : (
                <AuditDays entries={items} onFilter={target => list.openView(target)} />
              )}
              {items.length > 0 && (
                <ListPager
                  meta={meta}
                  rowCount={items.length}
                  onPageChange={target => list.goToPage(target)}
                />
              )}
            </>
          )}
        </QueryBoundary>
        {summary.data?.archivedBefore && (
          <ArchiveNote archivedBefore={summary.data.archivedBefore} />
        )}
      </div>
    </>
  )
}
AuditPage.prefetch = prefetchList(auditList)

/** Shows whether all entries are sealed against tampering, or how many are not yet. */
function SealStatus({ unsealed }: { unsealed: number }) {
  const { t } = useTranslation()
  return (
    <p className={css.seal}>
      <IconLock size={14} stroke={1.75} aria-hidden />
      <span>{unsealed === 0 ? t('audit.sealed') : t('audit.unsealed', { count: unsealed })}</span>
    </p>
  )
}

/** Shows the date before which entries are archived. */
function ArchiveNote({ archivedBefore }: { archivedBefore: string }) {
  const { t } = useTranslation()
  const format = useFormatters()
  return <p className={css.archive}>{t('audit.archived', { date: format.date(archivedBefore) })}</p>
}

function NoEntries({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation()
  if (!isFiltered) return <EmptyState title={t('audit.emptyTitle')} text={t('audit.emptyText')} />
  return (
    <EmptyState title={t('ui.list.noResults')} drawing={nothingMatchesDrawing}>
      <Button variant="default" onClick={onClear}>
        {t('ui.list.clearFilters')}
      </Button>
    </EmptyState>
  )
}

function AuditDays({
  entries,
  onFilter,
}: {
  entries: readonly AuditEntry[]
  onFilter: AuditFilterHandler
}) {
  const format = useFormatters()
  return (
    <>
      {groupByDay(groupIntoSteps(entries), format.timeZone).map(({ day, steps }) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h2 className={css.day} id={`day-${day}`}>
            {format.day(day, { dateStyle: 'full' })}
          </h2>
          <ol className={css.list}>
            {steps.map(step => (
              <AuditRow key={step.key} step={step} onFilter={onFilter} />
            ))}
          </ol>
        </section>
      ))}
    </>
  )
}
