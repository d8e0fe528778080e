import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountSecurityApi, ForgotPassword } from '#contract/account/account-security.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Drawing } from '../../ui/art/drawing.tsx'
import forgotPasswordDrawing from '../../ui/art/forgot-password.svg?raw'
import mailboxDrawing from '../../ui/art/mailbox.svg?raw'
import { TextField } from '../../ui/field/text-field.tsx'
import { AccountLink } from '../login/account-link.tsx'
import { AccountShell } from '../login/account-shell.tsx'
import { FormError, useFormError } from '../login/form-error.tsx'
import { ResendButton } from './resend-button.tsx'

/**
 * Requests a link to reset the password. The reply is the same for every email, so it does not
 * reveal which emails have an account.
 */
export function ForgotPasswordPage() {
  const { t } = useTranslation()
  const [sentTo, setSentTo] = useState<string>()
  const requestReset = useRouteMutation(accountSecurityApi.forgotPassword, {
    fallbackTitle: t('account.failed'),
  })
  const send = (email: string) =>
    requestReset.mutateAsync({ body: { email } }).then(() => setSentTo(email))
  const backLink = (
    <p>
      <AccountLink to="/login" label={t('account.backToLogin')} />
    </p>
  )
  if (sentTo !== undefined) {
    return (
      <AccountShell
        title={t('account.forgot.sentTitle')}
        text={t('account.forgot.sentText', { email: sentTo })}
        art={<Drawing svg={mailboxDrawing} />}
        footer={backLink}
      >
        <ResendButton onSend={() => send(sentTo)} />
      </AccountShell>
    )
  }
  return (
    <AccountShell
      title={t('account.forgot.title')}
      text={t('account.forgot.text')}
      art={<Drawing svg={forgotPasswordDrawing} />}
      footer={backLink}
    >
      <ForgotPasswordForm onSend={send} />
    </AccountShell>
  )
}

function ForgotPasswordForm({ onSend }: { onSend: (email: string) => Promise<void> }) {
  const { t } = useTranslation()
  const { formError, onError } = useFormError()
  const form = useContractForm(ForgotPassword, {
    values: { email: '' },
    onError,
    onSave: ({ email }) => onSend(email),
  })
  return (
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
        autoFocus
      />
      <FormError message={formError} />
      <Button type="submit" fullWidth mt={8} loading={form.isSaving}>
        {t('account.forgot.submit')}
      </Button>
    </form>
  )
}
