import { Alert, Button, CloseButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListMeta } from '#contract/lib/api.ts'
import { translateError } from '../lib/call/translate-server-message.ts'
import type { BulkOutcome, BulkTarget } from '../lib/call/use-bulk-action.ts'
import { useFormatters } from '../lib/formatters.ts'
import { toast } from '../lib/page/toast.ts'
import css from './data-list.module.css'
import type { ListSelection } from './use-selection.ts'

type Props = {
  selection: ListSelection
  meta: ListMeta
  label: string /** The list's filters as its query has them. */
  where: object
  children: (target: BulkTarget) => ReactNode
}

/** What is chosen, what can be done with it, how far that has come, and how it went. */
export function BulkToolbar({ selection, meta, label, where, children }: Props) {
  const { t } = useTranslation()
  const format = useFormatters()
  const [processed, setProcessed] = useState<number>()
  const [outcome, setOutcome] = useState<BulkOutcome>()
  const count = selection.getSelectedCount(meta.total)
  const formatCount = (n: number, isCapped = false) => `${format.number(n)}${isCapped ? '+' : ''}`
  const countText = formatCount(count, selection.isAll && meta.totalIsCapped)

  const handleEnd: BulkTarget['onEnd'] = (result, { isRemoval }) => {
    const isSuccess =
      result.failed === 0 && result.changedCount === undefined && !result.isInterrupted
    if (isSuccess)
      toast.success(
        t(isRemoval ? 'ui.bulk.deleted' : 'ui.bulk.updated', {
          things: label,
          n: format.number(result.done),
        }),
      )
    // What was refused stays chosen, for another try.
    if (result.changedCount === undefined && !result.isInterrupted)
      selection.selectRows(result.rejectedRows.map(row => row._id))
    setOutcome(isSuccess ? undefined : result)
  }
  const chosen: BulkTarget = {
    count,
    isBusy: processed !== undefined,
    onProgress: setProcessed,
    onEnd: handleEnd,
    selection: selection.isAll
      ? { where, except: [...selection.ids], expected: meta.total }
      : { ids: [...selection.ids] },
  }
  return (
    <>
      {count > 0 && (
        <div
          className={css.bulk}
          role="toolbar"
          aria-label={t('ui.list.selected', { count, n: countText })}
        >
          <span aria-live="polite" className={css.bulkCount}>
            {processed
              ? t('ui.bulk.progress', { n: formatCount(processed), total: countText })
              : t('ui.list.selected', { count, n: countText })}
          </span>
          {!selection.isAll &&
            meta.total > count &&
            count >= Math.min(meta.perPage, meta.total) && (
              <Button variant="subtle" size="compact-sm" onClick={selection.selectAll}>
                {t('ui.bulk.all', {
                  count: meta.total,
                  n: formatCount(meta.total, meta.totalIsCapped),
                })}
              </Button>
            )}
          {children(chosen)}
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            ms="auto"
            disabled={chosen.isBusy}
            onClick={selection.clear}
          >
            {t('ui.list.unselect')}
          </Button>
        </div>
      )}
      {outcome && <BulkOutcomeAlert outcome={outcome} onClose={() => setOutcome(undefined)} />}
    </>
  )
}

const maxVisibleRows = 50

function BulkOutcomeAlert({
  outcome: { done, failed, rejectedRows: refused, changedCount: recount, isInterrupted: isBroken },
  onClose,
}: {
  outcome: BulkOutcome
  onClose: () => void
}) {
  const { t } = useTranslation()
  const format = useFormatters()
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
          {refused
            .slice(0, maxVisibleRows)
            .map(({ _id, name, code = '', message = '', params }) => (
              <li key={_id}>
                <strong>{name || t('ui.bulk.nameless')}</strong>{' '}
                {translateError({ code, message, params })}
              </li>
            ))}
          {refused.length > maxVisibleRows && (
            <li>{t('ui.bulk.more', { count: refused.length - maxVisibleRows })}</li>
          )}
        </ul>
      )}
    </Alert>
  )
}
