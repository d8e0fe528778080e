import { Alert, Button, CloseButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListMeta } from '#contract/lib/api.ts'
import type { BulkOutcome, Chosen } from '../lib/call/use-bulk.ts'
import { useFormat } from '../lib/format.ts'
import { toast } from '../lib/page/toast.ts'
import css from './data-list.module.css'
import type { Selected } from './use-selection.ts'

type Props = {
  selected: Selected
  meta: ListMeta
  label: string /** The list's filters as its query has them. */
  where: object
  children: (chosen: Chosen) => ReactNode
}

/** What is chosen, what can be done with it, how far that has come, and how it went. */
export function ListBulk({ selected, meta, label, where, children }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const [looked, setLooked] = useState<number>()
  const [outcome, setOutcome] = useState<BulkOutcome>()
  const count = selected.countOf(meta.total)
  const said = (n: number, isCapped = false) => `${format.number(n)}${isCapped ? '+' : ''}`
  const words = said(count, selected.isAll && meta.totalIsCapped)

  const end: Chosen['onEnd'] = (went, { isRemoval }) => {
    const isWell = went.failed === 0 && went.recount === undefined && !went.isBroken
    if (isWell)
      toast.good(
        t(isRemoval ? 'ui.bulk.deleted' : 'ui.bulk.updated', {
          things: label,
          n: format.number(went.done),
        }),
      )
    // What was refused stays chosen, for another try.
    if (went.recount === undefined && !went.isBroken)
      selected.choose(went.refused.map(row => row._id))
    setOutcome(isWell ? undefined : went)
  }
  const chosen: Chosen = {
    count,
    isBusy: looked !== undefined,
    onProgress: setLooked,
    onEnd: end,
    pick: selected.isAll
      ? { where, except: [...selected.ids], expected: meta.total }
      : { ids: [...selected.ids] },
  }
  return (
    <>
      {count > 0 && (
        <div
          className={css.bulk}
          role="toolbar"
          aria-label={t('ui.list.selected', { count, n: words })}
        >
          <span aria-live="polite" className={css.bulkCount}>
            {looked
              ? t('ui.bulk.progress', { n: said(looked), total: words })
              : t('ui.list.selected', { count, n: words })}
          </span>
          {!selected.isAll && meta.total > count && count >= Math.min(meta.perPage, meta.total) && (
            <Button variant="subtle" size="compact-sm" onClick={selected.chooseAll}>
              {t('ui.bulk.all', { count: meta.total, n: said(meta.total, meta.totalIsCapped) })}
            </Button>
          )}
          {children(chosen)}
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            ms="auto"
            disabled={chosen.isBusy}
            onClick={selected.clear}
          >
            {t('ui.list.unselect')}
          </Button>
        </div>
      )}
      {outcome && <Outcome outcome={outcome} onClose={() => setOutcome(undefined)} />}
    </>
  )
}

const shownAtMost = 50

function Outcome({
  outcome: { done, failed, refused, recount, isBroken },
  onClose,
}: {
  outcome: BulkOutcome
  onClose: () => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const title =
    recount === undefined
      ? t('ui.bulk.outcome', { done: format.number(done), failed: format.number(failed) })
      : t('ui.bulk.recount', { count: recount, n: format.number(recount) })
  return (
    <Alert
      className={css.outcome}
      color="yellow"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      role="status"
      title={title}
    >
      <CloseButton
        className={css.outcomeClose}
        size={24}
        aria-label={t('ui.close')}
        onClick={onClose}
      />
      {isBroken && <p>{t('ui.bulk.broken')}</p>}
      {refused.length > 0 && (
        <ul className={css.refused}>
          {refused.slice(0, shownAtMost).map(({ _id, name, message }) => (
            <li key={_id}>
              <strong>{name || t('ui.bulk.nameless')}</strong> {message}
            </li>
          ))}
          {refused.length > shownAtMost && (
            <li>{t('ui.bulk.more', { count: refused.length - shownAtMost })}</li>
          )}
        </ul>
      )}
    </Alert>
  )
}
