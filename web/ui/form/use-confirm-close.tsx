import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractForm } from '../../lib/use-contract-form.ts'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'

/**
 * Returns the function that closes the dialog of a form, and the question that it asks before
 * unsaved changes are lost.
 */
export function useConfirmClose(
  form: Pick<ContractForm<Record<string, unknown>>, 'hasUnsavedChanges'>,
  onClose: () => void,
) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  return {
    close: () => (form.hasUnsavedChanges() ? setAsking(true) : onClose()),
    confirmDialog: (
      <ConfirmDialog
        isOpen={isAsking}
        title={t('ui.form.leaveTitle')}
        confirmLabel={t('ui.form.leave')}
        isDangerous
        onConfirm={onClose}
        onClose={() => setAsking(false)}
      >
        {t('ui.form.leaveText')}
      </ConfirmDialog>
    ),
  }
}
