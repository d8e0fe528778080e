import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { listMissingFields } from '#contract/import/import-match.ts'
import type { ImportKind } from '#contract/import/import-state.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useFieldNameFormatter } from './import-labels.ts'

type Props = { kind: ImportKind; fields: readonly (string | null)[] }

/** Names the important fields that no column of the file feeds. */
export function ImportMissingFields({ kind, fields }: Props) {
  const { t } = useTranslation()
  const format = useFormatters()
  const formatFieldName = useFieldNameFormatter()
  const missingFields = listMissingFields(kind, fields).map(formatFieldName)
  if (missingFields.length === 0) return null
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} />} role="status">
      {t('import.missingFields', { fields: format.text(format.list(missingFields)) })}
    </Alert>
  )
}
