import { Alert, Button, CloseButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListMeta } from '#contract/lib/call/api.ts'
import type { BulkResult } from '#contract/lib/call/bulk.ts'
import { translateError } from '../lib/call/translate-server-message.ts'
import type { BulkOutcome, BulkTarget } from '../lib/call/use-bulk-action.ts'
import { useFormatters } from '../lib/formatters.ts'
import { toast } from '../lib/page/toast.ts'
import css from './table/data-list.module.css'
import type { ListSelection } from './table/use-selection.ts'

type Props = {
  selection: ListSelection
  meta: ListMeta
  /** The filters of the list. */
  filter: object
  children: (target: BulkTarget) => ReactNode
}

/**
 * Shows the number of selected rows with their actions, the progress of an action and its errors.
 */
export function BulkToolbar({ selection, meta, filter, children }: Props) {
  const { t } = useTranslation()
  const format = useFormatters()
  const [processed, setProcessed] = useState<number>()
  const [outcome, setOutcome] = useState<BulkOutcome>()
  const count = selection.getSelectedCount(meta.total)
  const formatCount = (value: number, isCapped = false) =>
    `${format.number(value)}${isCapped ? '+' : ''}`
  const countText = formatCount(count, selection.isAll && meta.totalIsCapped)

  const formatOutcome = useOutcomeFormatter()

  const handleEnd: BulkTarget['onEnd'] = (result, successText) => {
    const isComplete = result.changedCount === undefined && !result.isInterrupted
    const isSuccess = isComplete && result.failed === 0
    if (isSuccess)
      toast.success(
        result.unchanged > 0
          ? formatOutcome(result)
          : t(`ui.bulk.success.${successText}`, { count: result.done }),
      )
    // Rejected rows stay selected, so that the user can retry.
    if (isComplete) selection.selectRows(result.rejectedRows.map(row => row._id))
    setOutcome(isSuccess ? undefined : result)
  }
  const target: BulkTarget = {
    count,
    isBusy: processed !== undefined,
    onProgress: setProcessed,
    onEnd: handleEnd,
    selection: selection.isAll
      ? { filter, excludedIds: [...selection.ids], expectedCount: meta.total }
      : { ids: [...selection.ids] },
  }
  return (
    <>
      {count > 0 && (
        <div
          className={css.bulkToolbar}
          role="toolbar"
          aria-label={t('ui.list.selected', { count, n: countText })}
        >
          <span aria-live="polite" className={css.bulkCount}>
            {processed === undefined
              ? t('ui.list.selected', { count, n: countText })
              : t('ui.bulk.progress', { n: formatCount(processed), total: countText })}
          </span>
          {!selection.isAll &&
            meta.total > count &&
            count >= Math.min(meta.perPage, meta.total) && (
              <Button variant="subtle" size="compact-sm" onClick={selection.selectAll}>
                {t('ui.bulk.selectAll', {
                  count: meta.total,
                  n: formatCount(meta.total, meta.totalIsCapped),
                })}
              </Button>
            )}
          {children(target)}
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            ms="auto"
            disabled={target.isBusy}
            onClick={selection.clear}
          >
            {t('ui.list.clearSelection')}
          </Button>
        </div>
      )}
      {outcome && <BulkOutcomeAlert outcome={outcome} onClose={() => setOutcome(undefined)} />}
    </>
  )
}

/** The names that an alert shows of the rows with one reason. */
const maxVisibleNames = 20

/** Returns a function that says how many rows were changed, unchanged and skipped. */
function useOutcomeFormatter() {
  const { t } = useTranslation()
  const format = useFormatters()
  return ({ done, unchanged, failed }: BulkOutcome) => {
    const counts = { done: format.number(done - unchanged), failed: format.number(failed) }
    return unchanged > 0
      ? t('ui.bulk.outcomeUnchanged', { ...counts, unchanged: format.number(unchanged) })
      : t('ui.bulk.outcome', counts)
  }
}

function BulkOutcomeAlert({ outcome, onClose }: { outcome: BulkOutcome; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { rejectedRows, changedCount, isInterrupted } = outcome
  const formatOutcome = useOutcomeFormatter()
  const title =
    changedCount === undefined
      ? formatOutcome(outcome)
      : t('ui.bulk.selectionChanged', { count: changedCount, n: format.number(changedCount) })
  const getReason = ({ code = '', message = '', params }: BulkResult) =>
    translateError({ code, message, params })
  function listNames(rows: readonly BulkResult[]) {
    const names = rows.slice(0, maxVisibleNames).map(({ name }) => name || t('ui.bulk.unnamed'))
    const others = rows.length - names.length
    return [names.join(', '), others > 0 && t('ui.bulk.more', { count: others })]
      .filter(Boolean)
      .join(' ')
  }
  return (
    <Alert
      className={css.outcome}
      color="yellow"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      role="status"
      title={title}
      classNames={{ title: css.outcomeTitle }}
    >
      <CloseButton
        className={css.outcomeClose}
        size={24}
        aria-label={t('ui.close')}
        onClick={onClose}
      />
      {isInterrupted && <p>{t('ui.bulk.connectionLost')}</p>}
      {rejectedRows.length > 0 && (
        <ul className={css.rejectedRows}>
          {[...Map.groupBy(rejectedRows, getReason)].map(([reason, rows]) => (
            <li key={reason}>
              {reason} <strong>{listNames(rows)}</strong>
            </li>
          ))}
        </ul>
      )}
    </Alert>
  )
}
