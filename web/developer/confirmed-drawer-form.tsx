import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractForm } from '../lib/use-contract-form.ts'
import { ReauthenticationFields } from '../reauthentication/reauthentication-fields.tsx'
import type { FieldName } from '../ui/field/form-field.ts'
import { DrawerForm } from '../ui/form/drawer-form.tsx'

type Props<V extends Record<string, unknown>> = {
  form: ContractForm<V>
  subject: 'apiKey' | 'webhook'
  isNew: boolean
  /** Whether the changes need the password, such as more permissions. */
  requiresPassword: boolean
  /** Returns the field name of a part: `part => part`. */
  getFieldName: (part: 'password' | 'otp') => FieldName<V>
  onClose: () => void
  children: ReactNode
}

/** The form of an API key or a webhook. Some of its changes need the password of the user. */
export function ConfirmedDrawerForm<V extends Record<string, unknown>>({
  form,
  subject,
  isNew,
  requiresPassword,
  getFieldName,
  onClose,
  children,
}: Props<V>) {
  const { t } = useTranslation()
  return (
    <DrawerForm
      form={form}
      title={t(`developer.${subject}.${isNew ? 'addTitle' : 'editTitle'}`)}
      saveLabel={t(`developer.${subject}.${isNew ? 'create' : 'save'}`)}
      onClose={onClose}
    >
      {children}
      {requiresPassword && (
        <ReauthenticationFields
          form={form}
          getFieldName={getFieldName}
          description={t('developer.passwordHint')}
        />
      )}
    </DrawerForm>
  )
}

/** Returns the empty password of a new record. For an existing one, the field appears only if needed. */
export const getEmptyConfirmation = (record: object | undefined) => ({
  password: record ? undefined : '',
  otp: undefined,
})
