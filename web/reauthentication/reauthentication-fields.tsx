import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountSecurityApi } from '#contract/account/account-security.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useSession } from '../lib/session/session.ts'
import type { FieldName, FieldProps } from '../ui/field/form-field.ts'
import { PasswordField } from '../ui/field/password-field.tsx'
import { TextField } from '../ui/field/text-field.tsx'

type Props<V extends Record<string, unknown>> = {
  form: FieldProps<V>['form']
  /** Returns the field name of a part: `part => part`. */
  getFieldName: (part: 'password' | 'otp') => FieldName<V>
  description?: string | undefined
  /** Whether a code is needed if two-step authentication is on. */
  requiresCode?: boolean
}

/**
 * The password and, if two-step authentication is on, a code, which confirm a sensitive change.
 */
export function ReauthenticationFields<V extends Record<string, unknown>>({
  form,
  getFieldName,
  description,
  requiresCode = true,
}: Props<V>) {
  const { t } = useTranslation()
  const email = useSession()?.email ?? ''
  const twoStep = useQuery({
    ...queryOptionsFor(accountSecurityApi.getTwoStep, {}),
    enabled: requiresCode,
  })
  // The two-step status may not have loaded yet. The error of the server shows that the code is
  // needed.
  const [isCodeRequired, setCodeRequired] = useState(false)
  if (form.errors[getFieldName('otp')] && !isCodeRequired) setCodeRequired(true)
  return (
    <>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        form={form}
        name={getFieldName('password')}
        label={t('account.password')}
        description={description}
        autoComplete="current-password"
      />
      {requiresCode && (isCodeRequired || twoStep.data?.isEnabled) && (
        <TextField
          form={form}
          name={getFieldName('otp')}
          label={t('person.twoStep.code')}
          autoComplete="one-time-code"
        />
      )}
    </>
  )
}
