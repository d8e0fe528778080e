import { Button } from '@mantine/core'
import { IconDownload, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type AuditEntry, auditApi } from '#contract/audit.ts'
import { queryOf } from '../lib/call/api.ts'
import { download } from '../lib/call/transfer.ts'
import { useFormat } from '../lib/format.ts'
import type { Warm } from '../lib/navigation/intent.ts'
import { toast } from '../lib/page/toast.ts'
import { FilterChips } from '../list/list-filters.tsx'
import { ListPager } from '../list/list-pager.tsx'
import { readQuery, useListState } from '../list/use-list-state.ts'
import { ArtNothingMatches } from '../ui/art/art-nothing-matches.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Loaded } from '../ui/page/loaded.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import css from './audit.module.css'
import { useAuditFilters } from './audit-filters.tsx'
import { AuditRow, type Narrow } from './audit-row.tsx'
import { daysOf, stepsOf } from './audit-step.ts'

/** Everything that was done in the store, newest first, a sentence a step. */
export function AuditPage() {
  const { t } = useTranslation()
  const list = useListState(auditApi.list.query)
  const entries = useQuery(queryOf(auditApi.list, { query: list.query }))
  const facts = useQuery(queryOf(auditApi.getSummary, {}))
  const filters = useAuditFilters(facts.data, entries.data?.items ?? [])
  const { page: _page, perPage: _perPage, after: _after, ...where } = list.query
  return (
    <>
      <PageHeader
        title={t('audit.title')}
        count={entries.data?.meta.total}
        isCapped={entries.data?.meta.totalIsCapped}
        subtitle={t('audit.subtitle')}
      >
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} />}
          onClick={() =>
            void download(auditApi.export, { query: where }).catch(error => toast.unclaimed(error))
          }
        >
          {t('audit.export')}
        </Button>
      </PageHeader>
      <div className={css.card}>
        <div className={css.toolbar} role="search">
          <FilterChips
            filters={filters}
            values={list.query}
            onChange={(key, value) => list.setOne(key, value)}
            onClear={list.clear}
          />
          {facts.data && <Seal unsealed={facts.data.unsealed} />}
        </div>
        <Loaded query={entries}>
          {({ items, meta }) => (
            <>
              {items.length === 0 ? (
                <Nothing isFiltered={list.isFiltered} onClear={list.clear} />
              ) : (
                <Days entries={items} onNarrow={to => list.open(to)} />
              )}
              {items.length > 0 && (
                <ListPager
                  meta={meta}
                  shown={items.length}
                  onMove={to => list.move(to)}
                  onPerPage={size => list.setOne('perPage', size)}
                />
              )}
            </>
          )}
        </Loaded>
      </div>
    </>
  )
}
AuditPage.warm = (({ client, search }) =>
  client.prefetchQuery(
    queryOf(auditApi.list, { query: readQuery(auditApi.list.query, search) }),
  )) satisfies Warm

/** How far the proof goes that nothing was tampered with. */
function Seal({ unsealed }: { unsealed: number }) {
  const { t } = useTranslation()
  return (
    <p className={css.seal}>
      <IconLock size={14} stroke={1.75} aria-hidden />
      <span>{unsealed === 0 ? t('audit.sealed') : t('audit.unsealed', { count: unsealed })}</span>
    </p>
  )
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation()
  if (!isFiltered) return <EmptyState title={t('audit.emptyTitle')} text={t('audit.emptyText')} />
  return (
    <EmptyState title={t('ui.list.nothing')} drawing={<ArtNothingMatches />}>
      <Button variant="default" onClick={onClear}>
        {t('ui.list.clear')}
      </Button>
    </EmptyState>
  )
}

function Days({ entries, onNarrow }: { entries: readonly AuditEntry[]; onNarrow: Narrow }) {
  const { locale } = useFormat()
  const name = new Intl.DateTimeFormat(locale, { dateStyle: 'full' })
  return (
    <>
      {daysOf(stepsOf(entries)).map(({ day, steps }) => (
        <section key={day} aria-labelledby={`day-${day.replaceAll(' ', '-')}`}>
          <h2 className={css.day} id={`day-${day.replaceAll(' ', '-')}`}>
            {name.format(new Date(day))}
          </h2>
          <ol className={css.list}>
            {steps.map(step => (
              <AuditRow key={step.key} step={step} onNarrow={onNarrow} />
            ))}
          </ol>
        </section>
      ))}
    </>
  )
}
