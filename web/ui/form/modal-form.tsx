import { Button, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractForm } from '../../lib/use-contract-form.ts'
import { DialogFooter } from '../dialog/dialog-footer.tsx'
import { useOpenDialog } from '../dialog/use-open-dialog.ts'
import { focusFirstField } from './focus-first-field.ts'
import { FormAlert } from './form-alert.tsx'
import { useConfirmClose } from './use-confirm-close.tsx'

type Props<V extends Record<string, unknown>> = {
  form: ContractForm<V>
  title: string
  /** Verb and noun, such as "Record payment". */
  saveLabel: string
  isDangerous?: boolean
  /** Label of the cancel button. Set it if "Cancel" could be mistaken for the action itself. */
  closeLabel?: string
  size?: 'md' | 'xl'
  onClose: () => void
  children: ReactNode
}

/**
 * A dialog with a short form. It asks for confirmation before Escape or a click beside it loses
 * unsaved changes. Its cancel button discards them.
 */
export function ModalForm<V extends Record<string, unknown>>({
  form,
  title,
  saveLabel,
  isDangerous = false,
  closeLabel,
  size = 'md',
  onClose,
  children,
}: Props<V>) {
  const { t } = useTranslation()
  const { close, confirmDialog } = useConfirmClose(form, onClose)
  return (
    <Modal {...useOpenDialog(close)} title={title} size={size}>
      <form
        ref={focusFirstField}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          event.stopPropagation()
          form.save()
        }}
      >
        <Stack gap="md">
          <FormAlert form={form} />
          {children}
        </Stack>
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            {closeLabel ?? t('ui.form.cancel')}
          </Button>
          <Button
            type="submit"
            color={isDangerous ? 'red' : undefined}
            loading={form.isSaving}
            disabled={!form.canSave}
          >
            {saveLabel}
          </Button>
        </DialogFooter>
      </form>
      {confirmDialog}
    </Modal>
  )
}
