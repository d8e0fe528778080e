import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type AccountPasskey,
  accountPasskeyApi,
  PasskeyName,
  PasskeyRegistration,
} from '#contract/account-passkey.ts'
import { accountSecurityApi, Reauthentication } from '#contract/account-security.ts'
import { queryOptionsFor, useRouteMutation } from '../../lib/call/api.ts'
import { ApiError } from '../../lib/call/request.ts'
import { toast } from '../../lib/page/toast.ts'
import { useSession } from '../../lib/session/session.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { ModalForm } from '../../ui/form/modal-form.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import css from './account-page.module.css'

const AddPasskeyInput = Reauthentication.extend({ name: PasskeyRegistration.shape.name })

export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const email = useSession()?.email ?? ''
  const twoStep = useQuery(queryOptionsFor(accountSecurityApi.getTwoStep, {}))
  const [isCodeRequired, setCodeRequired] = useState(false)
  const add = useRouteMutation(accountPasskeyApi.createPasskey)
  const form = useContractForm(AddPasskeyInput, {
    values: { name: '', password: '', otp: '' },
    onSave: async ({ name, ...proof }) => {
      const ceremony = await import('../passkey-ceremony.ts')
      try {
        const credential = await ceremony.createPasskey(proof)
        await add.mutateAsync({ body: { name, credential } })
      } catch (error) {
        if (error instanceof ceremony.PasskeyCanceledError)
          return toast.error(t('person.passkey.notCreated'))
        if (error instanceof Error && error.name === 'InvalidStateError')
          return toast.error(t('person.passkey.alreadyAdded'))
        // The two-step status may not have loaded yet. The error shows that the code field is
        // needed.
        if (error instanceof ApiError && error.problem.code === 'two_step_required')
          setCodeRequired(true)
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
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        form={form}
        name="password"
        label={t('account.password')}
        autoComplete="current-password"
      />
      {(isCodeRequired || twoStep.data?.isEnabled) && (
        <TextField
          form={form}
          name="otp"
          label={t('person.twoStep.code')}
          autoComplete="one-time-code"
        />
      )}
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
