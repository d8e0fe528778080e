import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractForm } from '../../lib/use-contract-form.ts'
import { useRestoreFocus } from '../dialog/use-restore-focus.ts'
import { focusFirstField } from './focus-first-field.ts'
import { FormAlert } from './form-alert.tsx'

type Props<V extends Record<string, unknown>> = {
  form: ContractForm<V>
  title: string
  /** Verb and noun, such as "Record payment". */
  saveLabel: string
  isDangerous?: boolean
  /** Label of the cancel button. Set it if "Cancel" could be mistaken for the action itself. */
  closeLabel?: string
  onClose: () => void
  children: ReactNode
}

/** A dialog with a short form. */
export function ModalForm<V extends Record<string, unknown>>({
  form,
  title,
  saveLabel,
  isDangerous = false,
  closeLabel,
  onClose,
  children,
}: Props<V>) {
  const { t } = useTranslation()
  useRestoreFocus()
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="md"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
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
        <Group justify="flex-end" mt="lg" gap="xs">
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
        </Group>
      </form>
    </Modal>
  )
}
