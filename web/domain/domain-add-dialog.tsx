import { useTranslation } from 'react-i18next'
import { DomainInput, domainApi, extractHost } from '#contract/store/domain.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { TextField } from '../ui/field/text-field.tsx'
import { ModalForm } from '../ui/form/modal-form.tsx'

export function DomainAddDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const create = useRouteMutation(domainApi.create, { hasErrorToast: true })
  const form = useContractForm(DomainInput, {
    values: { domain: '' },
    onSave: async body => {
      await create.mutateAsync({ body })
      onClose()
    },
  })
  return (
    <ModalForm
      form={form}
      title={t('domain.add.title')}
      saveLabel={t('domain.add.submit')}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="domain"
        label={t('domain.add.label')}
        placeholder={t('domain.add.placeholder')}
        autoComplete="off"
        clean={extractHost}
        required
      />
    </ModalForm>
  )
}
