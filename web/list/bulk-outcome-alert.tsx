import { Alert, CloseButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { BulkResult } from '#contract/lib/call/bulk.ts'
import { translateError } from '../lib/call/translate-server-message.ts'
import type { BulkOutcome } from '../lib/call/use-bulk-action.ts'
import { useFormatters } from '../lib/formatters.ts'
import { getRecordPath, recordPagePaths } from '../lib/navigation/record-paths.ts'
import css from './table/data-list.module.css'

type Props = {
  outcome: BulkOutcome
  /** The numbers of rows, such as "12 orders marked as paid · 2 skipped". */
  changeText: string
  /** The type of the rows, whose names are links to their pages if they have one. */
  rowType: string
  onClose: () => void
}

/** Shows the alert to users who scrolled down before the action. */
const showAlert = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** What an action changed, and why it skipped the other rows. */
export function BulkOutcomeAlert({ outcome, changeText, rowType, onClose }: Props) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { rejectedRows, changedCount, isInterrupted } = outcome
  const title =
    changedCount === undefined
      ? changeText
      : t('bulkOutcome.selectionChanged', { count: changedCount, n: format.number(changedCount) })
  return (
    <Alert
      ref={showAlert}
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
      {isInterrupted && <p>{t('bulkOutcome.connectionLost')}</p>}
      <SkippedRows rows={rejectedRows} rowType={rowType} />
    </Alert>
  )
}

/** The names that are shown of the rows with one reason. */
const maxVisibleNames = 20

/** The reasons to skip rows, with the names of the rows. */
export function SkippedRows({
  rows,
  rowType,
  maxNames = maxVisibleNames,
}: {
  rows: readonly BulkResult[]
  rowType?: string
  maxNames?: number
}) {
  const getReason = ({ code = '', message = '', params }: BulkResult) =>
    translateError({ code, message, params })
  if (rows.length === 0) return null
  return (
    <ul className={css.rejectedRows}>
      {[...Map.groupBy(rows, getReason)].map(([reason, group]) => (
        <li key={reason}>
          {reason} <RowNames rows={group} rowType={rowType} maxNames={maxNames} />
        </li>
      ))}
    </ul>
  )
}

const hasPage = (type: string | undefined): type is keyof typeof recordPagePaths =>
  type !== undefined && type in recordPagePaths

type RowNamesProps = {
  rows: readonly BulkResult[]
  rowType: string | undefined
  maxNames: number
}

function RowNames({ rows, rowType, maxNames }: RowNamesProps) {
  const { t } = useTranslation()
  const otherCount = rows.length - maxNames
  return (
    <strong>
      {rows.slice(0, maxNames).map(({ _id, name }, index) => (
        <Fragment key={_id}>
          {index > 0 && ', '}
          {hasPage(rowType) && name ? (
            <Link to={getRecordPath(rowType, _id)}>{name}</Link>
          ) : (
            <bdi>{name || t('bulkOutcome.unnamed')}</bdi>
          )}
        </Fragment>
      ))}
      {otherCount > 0 && ` ${t('bulkOutcome.more', { count: otherCount })}`}
    </strong>
  )
}
