import { useTranslation } from 'react-i18next'
import { SuppressionInput, suppressionApi } from '#contract/campaign/suppression.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { TextField } from '../ui/field/text-field.tsx'
import { ModalForm } from '../ui/form/modal-form.tsx'

/** A dialog that suppresses an address. */
export function SuppressionDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const create = useRouteMutation(suppressionApi.create)
  const form = useContractForm(SuppressionInput, {
    values: { email: '' },
    onSave: async body => {
      await create.mutateAsync({ body })
      onClose()
    },
  })
  return (
    <ModalForm
      form={form}
      title={t('suppression.add')}
      saveLabel={t('suppression.add')}
      onClose={onClose}
    >
      <TextField form={form} name="email" label={t('suppression.email')} required />
    </ModalForm>
  )
}
