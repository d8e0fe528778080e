import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { accountApi, Login } from '#contract/account/account.ts'
import { callApi } from '../../lib/call/call-api.ts'
import { ApiError } from '../../lib/call/request.ts'
import { toast } from '../../lib/page/toast.ts'
import { saveSession, wasLoggedOutElsewhere } from '../../lib/session/session.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Drawing } from '../../ui/art/drawing.tsx'
import morningDrawing from '../../ui/art/morning.svg?raw'
import { PasswordField } from '../../ui/field/password-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import css from './account-shell.module.css'
import { AccountShell } from './account-shell.tsx'
import { showLoginFailure, useClearLoginFailure } from './form-error.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { setPendingLogin } from './pending-login.ts'

type Props = {
  /** The email to prefill, if the previous page has it. */
  email?: string
  isReturning: boolean
  /** Renders a link, because the standalone login page has no router. */
  renderLink: (path: string, label: string) => ReactNode
  /** Called when the password is correct and a two-step code is required. */
  onSecondStep: () => void
}

/** Uses neither the router nor the query cache, so that the standalone login page can render it. */
export function LoginForm({ email = '', isReturning, renderLink, onSecondStep }: Props) {
  const { t } = useTranslation()
  useClearLoginFailure()
  const form = useContractForm(Login, {
    values: { email, password: '' },
    onSave: body => {
      toast.clear()
      return callApi(accountApi.login, { body }).then(saveSession, error => {
        if (!(error instanceof ApiError && error.problem.code === 'two_step_required'))
          return showLoginFailure(error)
        setPendingLogin(body)
        onSecondStep()
      })
    },
  })
  const returningTextKey = wasLoggedOutElsewhere()
    ? 'account.login.sessionExpired'
    : 'account.login.continueText'
  return (
    <AccountShell
      title={t('account.login.title')}
      text={t(isReturning ? returningTextKey : 'account.login.text')}
      art={<Drawing svg={morningDrawing} />}
      pitch={
        <>
          <p className={css.pitchTitle}>{t('account.login.pitchTitle')}</p>
          <p>{t('account.login.pitch')}</p>
        </>
      }
      footer={
        <div className={css.signUp}>
          {t('account.login.noAccount')}
          {renderLink('/register', t('account.login.createStore'))}
        </div>
      }
    >
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          form.save()
        }}
      >
        <TextField
          form={form}
          name="email"
          label={t('account.email')}
          type="email"
          autoComplete="username"
          autoFocus={!email}
        />
        <PasswordField
          form={form}
          name="password"
          label={t('account.password')}
          autoComplete="current-password"
          autoFocus={email !== ''}
        />
        <Button type="submit" fullWidth mt={8} loading={form.isSaving}>
          {t('account.login.submit')}
        </Button>
        <PasskeyButton
          label={t('account.login.passkey')}
          onPress={ceremony => ceremony.logInWithPasskey().then(saveSession, showLoginFailure)}
        />
        <p className={css.forgotPassword}>
          {renderLink('/forgot-password', t('account.login.forgot'))}
        </p>
      </form>
    </AccountShell>
  )
}
