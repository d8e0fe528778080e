import { Button, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BusyButton } from './busy-button.tsx'
import { DialogFooter } from './dialog-footer.tsx'
import { FocusReturn } from './focus-return.tsx'

type Props = {
  isOpen: boolean
  title: string
  /** The effects of the action. */
  children: ReactNode
  /** Verb and noun, such as "Delete product". */
  confirmLabel: string
  /** By default, "Cancel". */
  closeLabel?: string | undefined
  isDangerous?: boolean
  isBusy?: boolean
  isDisabled?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** A question before an action. The focus returns to the button that opened it. */
export function ConfirmDialog({
  isOpen,
  title,
  children,
  confirmLabel,
  closeLabel,
  isDangerous = false,
  isBusy = false,
  isDisabled = false,
  onConfirm,
  onClose,
}: Props) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      size="sm"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <FocusReturn />
      <Text component="div" c="dimmed">
        {children}
      </Text>
      <DialogFooter>
        <Button variant="default" data-autofocus onClick={onClose}>
          {closeLabel ?? t('ui.form.cancel')}
        </Button>
        <BusyButton
          color={isDangerous ? 'red' : undefined}
          disabled={isDisabled}
          loading={isBusy}
          onClick={onConfirm}
        >
          {confirmLabel}
        </BusyButton>
      </DialogFooter>
    </Modal>
  )
}
