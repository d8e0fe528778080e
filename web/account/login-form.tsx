import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountApi, Login } from '#contract/account.ts'
import { call } from '../lib/call.ts'
import { ApiError } from '../lib/request.ts'
import { signIn } from '../lib/session.ts'
import { toast } from '../lib/toast.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { PasswordField, TextField } from '../ui/text-field.tsx'
import { AccountFrame } from './account-frame.tsx'

/** Knows neither router nor cache, so that it can be the first thing on a cold page. */
export function LoginForm({ isAgain, toRegister }: { isAgain: boolean; toRegister: ReactNode }) {
  const { t } = useTranslation()
  const [asksCode, setAsksCode] = useState(false)
  const form = useContractForm(Login, {
    values: { email: '', password: '' },
    onSave: body => call(accountApi.login, { body }).then(signIn, error => {
      const needsCode = error instanceof ApiError && error.problem.code === 'two_step_required'
      if (needsCode) setAsksCode(true)
      else toast.unclaimed(error, t('account.wrong'))
      if (!needsCode) throw error
    }),
  })
  return (
    <AccountFrame title={t('account.login.title')} text={t(isAgain ? 'account.login.again' : 'account.login.text')} below={<>{t('account.login.new')} {toRegister}</>}>
      <form noValidate onSubmit={event => { event.preventDefault(); form.save() }}>
        <TextField form={form} name="email" label={t('account.email')} type="email" autoComplete="username" autoFocus />
        <PasswordField form={form} name="password" label={t('account.password')} autoComplete="current-password" />
        {asksCode && <TextField form={form} name="otp" label={t('account.login.code')} description={t('account.login.codeHint')} autoComplete="one-time-code" autoFocus />}
        <Button type="submit" fullWidth mt={8} loading={form.isSaving}>{t('account.login.do')}</Button>
      </form>
    </AccountFrame>
  )
}
