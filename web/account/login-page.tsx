import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useSearchParams } from 'react-router'
import { accountApi, Login } from '#contract/account.ts'
import { useSend } from '../lib/api.ts'
import { ApiError } from '../lib/request.ts'
import { signIn, useSession } from '../lib/session.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { PasswordField, TextField } from '../ui/text-field.tsx'
import { AccountFrame } from './account-frame.tsx'
import { useWayIn } from './use-way-in.ts'

export function LoginPage() {
  const { t } = useTranslation()
  const way = useWayIn()
  const [params] = useSearchParams()
  const isIn = useSession() !== undefined
  if (isIn) return <Navigate to={way} replace />
  return (
    <AccountFrame title={t('account.login.title')} text={t(params.has('next') ? 'account.login.again' : 'account.login.text')}
      below={<>{t('account.login.new')} <Anchor component={Link} to="/register" inherit fw={500}>{t('account.login.register')}</Anchor></>}>
      <LoginForm />
    </AccountFrame>
  )
}

function LoginForm() {
  const { t } = useTranslation()
  const [asksCode, setAsksCode] = useState(false)
  const login = useSend(accountApi.login, { otherwise: t('account.wrong') })
  const form = useContractForm(Login, {
    values: { email: '', password: '' },
    onSave: body => login.mutateAsync({ body }).then(signIn).catch(error => {
      if (!(error instanceof ApiError) || error.problem.code !== 'two_step_required') throw error
      error.isClaimed = true
      setAsksCode(true)
    }),
  })
  return (
    <form noValidate onSubmit={event => { event.preventDefault(); form.save() }}>
      <TextField form={form} name="email" label={t('account.email')} type="email" autoComplete="username" autoFocus />
      <PasswordField form={form} name="password" label={t('account.password')} autoComplete="current-password" />
      {asksCode && <TextField form={form} name="otp" label={t('account.login.code')} description={t('account.login.codeHint')} autoComplete="one-time-code" autoFocus />}
      <Button type="submit" fullWidth mt={8} loading={form.isSaving}>{t('account.login.do')}</Button>
    </form>
  )
}
