import { Button, SegmentedControl } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Import, importApi } from '#contract/import/import.ts'
import { download } from '../lib/call/transfer.ts'
import { translateImportProblem } from '../lib/call/translate-server-message.ts'
import { useFormatters } from '../lib/formatters.ts'
import { toast } from '../lib/page/toast.ts'
import { toOptions } from '../lib/to-options.ts'
import { DataTable, type ListColumn } from '../list/table/data-table.tsx'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './import.module.css'
import { findColumnLabel } from './import-labels.ts'

type ImportProblemRow = Import['problems'][number] & { _id: string }
const pageSize = 50

/** The label of a problem's field, the value of its cell, and its column. */
function ProblemLocation({ problem: { field, value, column } }: { problem: ImportProblemRow }) {
  const { t } = useTranslation()
  const parts = [
    findColumnLabel(field),
    value,
    column && t('import.problem.inColumn', { name: column }),
  ]
  return <span className={css.note}>{parts.filter(Boolean).join(' · ')}</span>
}

/** The problems of the file, by row. */
export function ImportProblemCard({ importJob }: { importJob: Import }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const [level, setLevel] = useState('all')
  const [visibleCount, setVisibleCount] = useState(pageSize)
  const problems = importJob.problems.map(
    (problem, index): ImportProblemRow => ({ ...problem, _id: String(index) }),
  )
  const filteredProblems = problems.filter(problem => level === 'all' || problem.level === level)
  const total = importJob.counts.error + importJob.counts.warn
  const columns: ListColumn<ImportProblemRow>[] = [
    {
      key: 'message',
      label: t('import.problem.message'),
      render: problem => (
        <span className={css.message}>
          {translateImportProblem(problem)}
          <ProblemLocation problem={problem} />
        </span>
      ),
    },
    {
      key: 'level',
      label: t('import.problem.level'),
      width: 110,
      phonePosition: 'side',
      render: problem => (
        <StatusBadge
          tone={problem.level === 'error' ? 'bad' : 'warn'}
          label={t(`import.problem.${problem.level}`)}
        />
      ),
    },
    {
      key: 'row',
      label: t('import.problem.row'),
      isNumber: true,
      width: 80,
      phonePosition: 'line',
      render: problem => (
        <>
          <span className={css.phoneLabel}>{t('import.problem.row')}</span>{' '}
          {format.number(problem.row)}
        </>
      ),
    },
  ]
  const downloadProblems = () =>
    void download(importApi.downloadProblems, { params: { id: importJob._id } }).catch(error =>
      toast.errorUnlessHandled(error),
    )
  return (
    <SectionCard
      title={t('import.problem.title')}
      flush={problems.length > 0}
      hint={problems.length > 0 && t('import.problem.hint')}
      actions={
        problems.length > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconDownload size={15} stroke={1.75} />}
            onClick={downloadProblems}
          >
            {t('import.problem.download')}
          </Button>
        )
      }
    >
      {problems.length === 0 ? (
        <p className={css.emptyText}>{t('import.problem.none')}</p>
      ) : (
        <>
          <div className={css.bar}>
            <SegmentedControl
              size="xs"
              value={level}
              onChange={setLevel}
              aria-label={t('import.problem.filter')}
              data={toOptions(['all', 'error', 'warn'] as const, value =>
                t(`import.problem.${value}`),
              )}
            />
            {total > problems.length && (
              <span className={css.hint}>
                {t('import.problem.shownFirst', {
                  shown: format.number(problems.length),
                  total: format.number(total),
                })}
              </span>
            )}
          </div>
          <DataTable
            label={t('import.problem.title')}
            rows={filteredProblems.slice(0, visibleCount)}
            columns={columns}
            getRowName={translateImportProblem}
          />
          {filteredProblems.length > visibleCount && (
            <div className={css.bar}>
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => setVisibleCount(visibleCount + pageSize)}
              >
                {t('import.problem.showMore', { count: filteredProblems.length - visibleCount })}
              </Button>
            </div>
          )}
        </>
      )}
    </SectionCard>
  )
}
