import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Import, ImportColumn } from '#contract/import/import.ts'
import { translateImportProblem } from '../lib/call/translate-server-message.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './import.module.css'
import { useFieldNameFormatter } from './import-labels.ts'

const getNote = ({ note, noteCode = '' }: ImportColumn) =>
  translateImportProblem({ code: noteCode, message: note })

/** The columns of the file with their fields. */
type Props = { columns: Import['columns']; onChange?: (() => void) | undefined }

export function ImportColumnsCard({ columns, onChange }: Props) {
  const { t } = useTranslation()
  const formatFieldName = useFieldNameFormatter()
  const importedColumns = columns.filter(column => column.field !== null)
  return (
    <SectionCard
      title={t('import.columns.title')}
      hint={t('import.columns.hint', { used: importedColumns.length, total: columns.length })}
      flush
      actions={
        onChange && (
          <PermissionGate permission="import:write">
            <Button variant="subtle" size="compact-sm" onClick={onChange}>
              {t('importMatch.change')}
            </Button>
          </PermissionGate>
        )
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: users must be able to scroll it with the keyboard */}
      <div className={css.columns} tabIndex={0}>
        <table className={css.columnTable} aria-label={t('import.columns.title')}>
          <thead>
            <tr>
              <th scope="col">{t('import.columns.header')}</th>
              <th scope="col">{t('import.columns.field')}</th>
            </tr>
          </thead>
          <tbody>
            {[...importedColumns, ...columns.filter(column => column.field === null)].map(
              (column, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: names are not unique, and the order is fixed
                <tr key={index} data-ignored={column.field === null || undefined}>
                  <td>{column.header || '–'}</td>
                  <td>
                    {column.field === null
                      ? t('import.columns.ignored')
                      : formatFieldName(column.field)}
                    {column.note && <span className={css.note}>{getNote(column)}</span>}
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
    </SectionCard>
  )
}
