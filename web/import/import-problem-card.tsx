import { Button, SegmentedControl } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Import, importApi } from '#contract/import.ts'
import { sayServer } from '../lib/call/server-words.ts'
import { download } from '../lib/call/transfer.ts'
import { useFormat } from '../lib/format.ts'
import { toast } from '../lib/page/toast.ts'
import { type Column, DataTable } from '../list/data-table.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { StatusBadge } from '../ui/page/status-badge.tsx'
import css from './import.module.css'

type Problem = Import['problems'][number] & { _id: string }
const atATime = 50

/** What was found wrong in the file, by row. */
export function ImportProblemCard({ one }: { one: Import }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [level, setLevel] = useState('all')
  const [shown, setShown] = useState(atATime)
  const all = one.problems.map((problem, index): Problem => ({ ...problem, _id: String(index) }))
  const matching = all.filter(problem => level === 'all' || problem.level === level)
  const total = one.counts.error + one.counts.warn
  const columns: Column<Problem>[] = [
    {
      key: 'message',
      label: t('import.problem.message'),
      render: problem => (
        <span className={css.message}>
          {sayServer(problem.message)}
          {problem.column && (
            <span className={css.note}>
              {t('import.problem.inColumn', { name: problem.column })}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'level',
      label: t('import.problem.level'),
      width: 110,
      phone: 'side',
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
      phone: 'line',
      render: problem => (
        <>
          <span className={css.onPhone}>{t('import.problem.row')}</span>{' '}
          {format.number(problem.row)}
        </>
      ),
    },
  ]
  const save = () =>
    void download(importApi.downloadProblems, { params: { id: one._id } }).catch(error =>
      toast.unclaimed(error),
    )
  return (
    <SectionCard
      title={t('import.problem.title')}
      flush={all.length > 0}
      hint={all.length > 0 && t('import.problem.hint')}
      actions={
        all.length > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconDownload size={15} stroke={1.75} />}
            onClick={save}
          >
            {t('import.problem.download')}
          </Button>
        )
      }
    >
      {all.length === 0 ? (
        <p className={css.none}>{t('import.problem.none')}</p>
      ) : (
        <>
          <div className={css.bar}>
            <SegmentedControl
              size="xs"
              value={level}
              onChange={setLevel}
              aria-label={t('import.problem.show')}
              data={(['all', 'error', 'warn'] as const).map(value => ({
                value,
                label: t(`import.problem.${value}`),
              }))}
            />
            {total > all.length && (
              <span className={css.small}>
                {t('import.problem.first', {
                  shown: format.number(all.length),
                  all: format.number(total),
                })}
              </span>
            )}
          </div>
          <DataTable
            label={t('import.problem.title')}
            rows={matching.slice(0, shown)}
            columns={columns}
            nameOf={problem => sayServer(problem.message)}
          />
          {matching.length > shown && (
            <div className={css.bar}>
              <Button variant="default" size="compact-sm" onClick={() => setShown(shown + atATime)}>
                {t('import.problem.more', { count: matching.length - shown })}
              </Button>
            </div>
          )}
        </>
      )}
    </SectionCard>
  )
}
