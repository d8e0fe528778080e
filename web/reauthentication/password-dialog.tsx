import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { Reauthentication } from '#contract/account/account-security.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { ModalForm } from '../ui/form/modal-form.tsx'
import { ReauthenticationFields } from './reauthentication-fields.tsx'

type Props = {
  title: string
  text?: string
  /** The label of the button, by default the title. */
  confirmLabel?: string
  /** The hint below the password. */
  description?: string
  isDangerous?: boolean
  /** Whether the dialog also asks for a code if two-step authentication is on. */
  requiresCode?: boolean
  /** Performs the action and closes the dialog. */
  onConfirm: (body: z.infer<typeof Reauthentication>) => Promise<void>
  onClose: () => void
  /** Content below the password, such as an error. */
  children?: ReactNode
}

/** Asks for the password before a sensitive change. */
export function PasswordDialog({
  title,
  text,
  confirmLabel = title,
  description,
  isDangerous = false,
  requiresCode = true,
  onConfirm,
  onClose,
  children,
}: Props) {
  const form = useContractForm(Reauthentication, {
    values: requiresCode ? { password: '', otp: '' } : { password: '' },
    onSave: onConfirm,
  })
  return (
    <ModalForm
      form={form}
      isDangerous={isDangerous}
      title={title}
      saveLabel={confirmLabel}
      onClose={onClose}
    >
      {text && (
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      )}
      <ReauthenticationFields
        form={form}
        getFieldName={part => part}
        description={description}
        requiresCode={requiresCode}
      />
      {children}
    </ModalForm>
  )
}
