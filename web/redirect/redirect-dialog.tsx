import { useTranslation } from 'react-i18next'
import { type Redirect, RedirectInput, redirectApi } from '#contract/cms/redirect.ts'
import { useSaveRecord } from '../lib/call/use-save-record.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { TextField } from '../ui/field/text-field.tsx'
import { ModalForm } from '../ui/form/modal-form.tsx'
import type { RecordFormProps } from '../ui/form/open-record-form.tsx'

/** A dialog that adds a redirect, or edits the given one. */
export function RedirectDialog({ record: redirect, onClose }: RecordFormProps<Redirect>) {
  const { t } = useTranslation()
  const form = useContractForm(RedirectInput, {
    values: { path: redirect?.path ?? '', target: redirect?.target ?? '' },
    onSave: useSaveRecord(redirectApi, redirect, onClose),
  })
  const isEarlierSlug = redirect !== undefined && redirect.kind !== 'own'
  return (
    <ModalForm
      form={form}
      title={t(redirect ? 'redirect.form.editTitle' : 'redirect.list.add')}
      saveLabel={t(redirect ? 'redirect.form.save' : 'redirect.list.add')}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="path"
        label={t('redirect.field.path')}
        description={t('redirect.form.pathHint')}
        placeholder="/old-page"
        autoComplete="off"
        required
      />
      <TextField
        form={form}
        name="target"
        label={t('redirect.field.target')}
        description={t(isEarlierSlug ? 'redirect.form.earlierHint' : 'redirect.form.targetHint')}
        placeholder="/products"
        autoComplete="off"
        required
      />
    </ModalForm>
  )
}
