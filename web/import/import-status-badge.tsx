import { useTranslation } from 'react-i18next'
import type { ImportRow } from '#contract/import/import.ts'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import { hasNoChanges, importStatusTones } from './import-labels.ts'

/** The status of an import, or "No changes" for a planned import that would change nothing. */
export function ImportStatusBadge({ row }: { row: Pick<ImportRow, 'status' | 'counts'> }) {
  const { t } = useTranslation()
  if (hasNoChanges(row)) return <StatusBadge tone="neutral" label={t('import.status.unchanged')} />
  return (
    <StatusBadge tone={importStatusTones[row.status]} label={t(`import.status.${row.status}`)} />
  )
}
