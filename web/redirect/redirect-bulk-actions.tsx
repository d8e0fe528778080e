import { useTranslation } from 'react-i18next'
import { redirectApi } from '#contract/cms/redirect.ts'
import { type BulkTarget, useBulkAction } from '../lib/call/use-bulk-action.ts'
import { useFormatters } from '../lib/formatters.ts'
import { BulkDeleteButton } from '../list/bulk-delete-button.tsx'

/** A button that deletes the selected redirects. */
export function RedirectBulkActions({ selection }: { selection: BulkTarget }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const remove = useBulkAction(
    redirectApi.bulkDelete,
    selection,
    'ui.bulk.success.redirectsDeleted',
  )
  const { count } = selection
  return (
    <BulkDeleteButton
      selection={selection}
      title={t('redirect.bulk.deleteTitle', { count, n: format.number(count) })}
      remove={remove}
    >
      {t('redirect.bulk.deleteText')}
    </BulkDeleteButton>
  )
}
