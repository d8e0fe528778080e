import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#contract/staff/audit.ts'
import css from './audit.module.css'
import { useAuditLabels } from './audit-labels.ts'

/**
 * Lists each field before and after. An insert has only the new values, a deletion only the old.
 */
export function AuditDiff({ entry: { action, entity, changes } }: { entry: AuditEntry }) {
  const { t } = useTranslation()
  const { formatField, formatValue } = useAuditLabels()
  const hasBefore =
    action === 'update' || action === 'delete' || changes.some(({ before }) => before !== null)
  const hasAfter = action !== 'delete'
  if (changes.length === 0)
    return action === 'update' ? <p className={css.note}>{t('audit.secretChanged')}</p> : null
  return (
    <>
      <table className={css.diff}>
        <thead>
          <tr>
            <th scope="col">{t('audit.fieldColumn')}</th>
            {hasBefore && <th scope="col">{t('audit.before')}</th>}
            {hasAfter && <th scope="col">{t('audit.after')}</th>}
          </tr>
        </thead>
        <tbody>
          {changes.map(change => (
            <tr key={change.field}>
              <th scope="row">{formatField(entity, change.field)}</th>
              {hasBefore && (
                <td data-label={t('audit.before')}>
                  <del className={css.oldValue}>
                    <bdi>{formatValue(change, 'before')}</bdi>
                  </del>
                </td>
              )}
              {hasAfter && (
                <td data-label={t('audit.after')}>
                  <ins className={css.newValue}>
                    <bdi>{formatValue(change, 'after')}</bdi>
                  </ins>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {changes.some(({ isTruncated }) => isTruncated) && (
        <p className={css.note}>{t('audit.truncated')}</p>
      )}
    </>
  )
}
