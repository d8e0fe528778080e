import { useTranslation } from 'react-i18next'
import {
  type AccountPasskey,
  accountPasskeyApi,
  PasskeyName,
  PasskeyRegistration,
} from '#contract/account/account-passkey.ts'
import { Reauthentication } from '#contract/account/account-security.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { toast } from '../../lib/page/toast.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { ReauthenticationFields } from '../../reauthentication/reauthentication-fields.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { ModalForm } from '../../ui/form/modal-form.tsx'
import css from './account-page.module.css'

const AddPasskeyInput = Reauthentication.extend({ name: PasskeyRegistration.shape.name })

export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const add = useRouteMutation(accountPasskeyApi.createPasskey)
  const form = useContractForm(AddPasskeyInput, {
    values: { name: '', password: '', otp: '' },
    onSave: async ({ name, ...proof }) => {
      const ceremony = await import('../passkey-ceremony.ts')
      try {
        const credential = await ceremony.requestPasskey(proof)
        await add.mutateAsync({ body: { name, credential } })
      } catch (error) {
        if (error instanceof ceremony.PasskeyCanceledError)
          return toast.error(t('person.passkey.notCreated'))
        if (error instanceof Error && error.name === 'InvalidStateError')
          return toast.error(t('person.passkey.alreadyAdded'))
        toast.errorUnlessHandled(error)
        throw error
      }
      toast.success(t('person.passkey.done'))
      onClose()
    },
  })
  return (
    <ModalForm
      form={form}
      title={t('person.passkey.add')}
      saveLabel={t('person.passkey.add')}
      onClose={onClose}
    >
      <p className={css.settingText}>{t('person.passkey.addText')}</p>
      <TextField
        form={form}
        name="name"
        label={t('person.passkey.name')}
        description={t('person.passkey.nameHint')}
      />
      <ReauthenticationFields form={form} getFieldName={part => part} />
    </ModalForm>
  )
}

export function RenamePasskeyDialog({
  passkey: { _id, name },
  onClose,
}: {
  passkey: AccountPasskey
  onClose: () => void
}) {
  const { t } = useTranslation()
  const rename = useRouteMutation(accountPasskeyApi.renamePasskey)
  const form = useContractForm(PasskeyName, {
    values: { name },
    onSave: async body => {
      await rename.mutateAsync({ params: { id: _id }, body })
      onClose()
    },
  })
  return (
    <ModalForm
      form={form}
      title={t('person.passkey.rename')}
      saveLabel={t('ui.form.save')}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={t('person.passkey.name')} />
    </ModalForm>
  )
}
