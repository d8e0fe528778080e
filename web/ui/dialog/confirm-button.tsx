import { Button, type ButtonProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Props = Omit<ButtonProps, 'loading'> & {
  /** Verb and noun, such as "Delete customer". */
  label: string
  title: string
  /** By default, "Cancel". */
  closeLabel?: string
  /** The effects of the action. */
  children: ReactNode
  isBusy: boolean
  onConfirm: (close: () => void) => void
}

/** A button for a dangerous action that asks for confirmation first. */
export function ConfirmButton({
  label,
  title,
  closeLabel,
  children,
  isBusy,
  onConfirm,
  ...button
}: Props) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="default" {...button} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={title}
        confirmLabel={label}
        closeLabel={closeLabel}
        isDangerous
        isBusy={isBusy}
        onClose={close}
        onConfirm={() => onConfirm(close)}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}
