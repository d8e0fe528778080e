import { Button, CloseButton } from '@mantine/core'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListMeta } from '#contract/lib/call/api.ts'
import type { BulkTarget } from '../lib/call/use-bulk-action.ts'
import { useFormatters } from '../lib/formatters.ts'
import { toast } from '../lib/page/toast.ts'
import { withLazyTexts } from '../lib/preference/i18n.ts'
import type { BulkOutcomeAlert } from './bulk-outcome-alert.tsx'
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
  const [outcome, setOutcome] = useState<Omit<ComponentProps<typeof BulkOutcomeAlert>, 'onClose'>>()
  const count = selection.getSelectedCount(meta.total)
  const OutcomeAlert = useOutcomeAlert(count > 0)
  const formatCount = (value: number, isCapped = false) =>
    `${format.number(value)}${isCapped ? '+' : ''}`
  const countText = formatCount(count, selection.isAll && meta.totalIsCapped)

  const handleEnd: BulkTarget['onEnd'] = (result, successText, rowType) => {
    const { done, unchanged, failed } = result
    const isComplete = result.changedCount === undefined && !result.isInterrupted
    const isSuccess = isComplete && failed === 0
    let changeText = t(successText, { count: done - unchanged })
    if (unchanged > 0)
      changeText += ` · ${t('ui.bulk.unchanged', { count: unchanged, n: format.number(unchanged) })}`
    if (failed > 0)
      changeText += ` · ${t('ui.bulk.skipped', { count: failed, n: format.number(failed) })}`
    if (isSuccess) toast.success(changeText)
    // Rejected rows stay selected, so that the user can retry.
    if (isComplete) selection.selectRows(result.rejectedRows.map(row => row._id))
    setOutcome(isSuccess ? undefined : { outcome: result, changeText, rowType })
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
          <CloseButton
            aria-label={t('ui.list.clearSelection')}
            disabled={target.isBusy}
            onClick={selection.clear}
          />
          <span aria-live="polite" className={css.bulkCount}>
            {processed === undefined
              ? t('ui.list.selected', { count, n: countText })
              : t('ui.bulk.progress', { n: formatCount(processed), total: countText })}
          </span>
          <span aria-hidden className={css.bulkNumber}>
            {processed === undefined ? countText : `${formatCount(processed)}/${countText}`}
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
        </div>
      )}
      {outcome &&
        (OutcomeAlert ? (
          <OutcomeAlert {...outcome} onClose={() => setOutcome(undefined)} />
        ) : (
          <p className={css.corrections} role="status">
            {outcome.changeText}
          </p>
        ))}
    </>
  )
}

/**
 * Loads the alert with the first selection, so that it can show a result without a connection. Returns
 * undefined until it is loaded, and if it cannot be loaded.
 */
function useOutcomeAlert(hasSelection: boolean) {
  const [Alert, setAlert] = useState<typeof BulkOutcomeAlert>()
  useEffect(() => {
    if (hasSelection)
      withLazyTexts(import('./bulk-outcome-alert.tsx')).then(
        module => setAlert(() => module.BulkOutcomeAlert),
        () => {},
      )
  }, [hasSelection])
  return Alert
}
