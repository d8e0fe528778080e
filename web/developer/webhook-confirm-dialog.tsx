import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { Reauthentication } from '#contract/account-security.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { ReauthenticationFields } from '../reauthentication/reauthentication-fields.tsx'
import { ModalForm } from '../ui/form/modal-form.tsx'

type Props = {
  title: string
  text?: string
  confirmLabel: string
  onConfirm: (proof: z.infer<typeof Reauthentication>) => Promise<unknown>
  onClose: () => void
}

/** Confirms a change of a webhook with the password. */
export function WebhookConfirmDialog({ title, text, confirmLabel, onConfirm, onClose }: Props) {
  const { t } = useTranslation()
  const form = useContractForm(Reauthentication, {
    values: { password: '', otp: undefined },
    onSave: async proof => {
      await onConfirm(proof)
      onClose()
    },
  })
  return (
    <ModalForm form={form} title={title} saveLabel={confirmLabel} onClose={onClose}>
      {text}
      <ReauthenticationFields
        form={form}
        getFieldName={part => part}
        description={t('developer.passwordHint')}
      />
    </ModalForm>
  )
}
