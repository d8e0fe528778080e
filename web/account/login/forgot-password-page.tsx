import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountSecurityApi, ForgotPassword } from '#contract/account-security.ts'
import { useSend } from '../../lib/call/api.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { ArtForgotten } from '../../ui/art/art-forgotten.tsx'
import { ArtPost } from '../../ui/art/art-post.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { AccountFrame } from './account-frame.tsx'
import { AccountLink } from './account-link.tsx'
import { FormFault, useFault } from './form-fault.tsx'
import { SendAgain } from './send-again.tsx'

/** Asks for a link. What it says afterwards is the same for every email, so that nobody learns who has an account. */
export function ForgotPasswordPage() {
  const { t } = useTranslation()
  const [sentTo, setSentTo] = useState<string>()
  const forgot = useSend(accountSecurityApi.forgotPassword, { otherwise: t('account.wrong') })
  const send = (email: string) =>
    forgot.mutateAsync({ body: { email } }).then(() => setSentTo(email))
  const back = (
    <p>
      <AccountLink to="/login" words={t('account.backToLogin')} />
    </p>
  )
  if (sentTo !== undefined) {
    return (
      <AccountFrame
        title={t('account.forgot.sentTitle')}
        text={t('account.forgot.sent', { email: sentTo })}
        art={<ArtPost />}
        below={back}
      >
        <SendAgain onSend={() => send(sentTo)} />
      </AccountFrame>
    )
  }
  return (
    <AccountFrame
      title={t('account.forgot.title')}
      text={t('account.forgot.text')}
      art={<ArtForgotten />}
      below={back}
    >
      <AskForLink onSend={send} />
    </AccountFrame>
  )
}

function AskForLink({ onSend }: { onSend: (email: string) => Promise<void> }) {
  const { t } = useTranslation()
  const { fault, onFault } = useFault()
  const form = useContractForm(ForgotPassword, {
    values: { email: '' },
    onFault,
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
      <FormFault fault={fault} />
      <Button type="submit" fullWidth mt={8} loading={form.isSaving}>
        {t('account.forgot.do')}
      </Button>
    </form>
  )
}
