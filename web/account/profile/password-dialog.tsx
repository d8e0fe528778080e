import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Reauthentication } from '#contract/account-security.ts'
import { useSession } from '../../lib/session/session.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { ReauthenticationFields } from '../../reauthentication/reauthentication-fields.tsx'
import { ModalForm } from '../../ui/form/modal-form.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import css from './account-page.module.css'

type Props = {
  /** The action to confirm; also the label of the button. */
  title: string
  text: string
  isDangerous?: boolean
  /** Whether the dialog also asks for a code if two-step authentication is on. */
  requiresCode?: boolean
  /** Performs the action and closes the dialog. */
  onConfirm: (body: { password: string; otp?: string | undefined }) => Promise<void>
  onClose: () => void
  /** Content below the password, such as an error. */
  children?: ReactNode
}

/** Asks for the password before a sensitive change of the account. */
export function PasswordDialog({
  title,
  text,
  isDangerous = false,
  requiresCode = false,
  onConfirm,
  onClose,
  children,
}: Props) {
  const { t } = useTranslation()
  const email = useSession()?.email ?? ''
  const form = useContractForm(Reauthentication, {
    values: requiresCode ? { password: '', otp: '' } : { password: '' },
    onSave: onConfirm,
  })
  return (
    <ModalForm
      form={form}
      isDangerous={isDangerous}
      title={title}
      saveLabel={title}
      onClose={onClose}
    >
      <p className={css.settingText}>{text}</p>
      {requiresCode ? (
        <ReauthenticationFields form={form} getFieldName={part => part} />
      ) : (
        <>
          <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            form={form}
            name="password"
            label={t('account.password')}
            autoComplete="current-password"
          />
        </>
      )}
      {children}
    </ModalForm>
  )
}
