import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { accountSecurityApi, NewPassword } from '#contract/account-security.ts'
import { queryOf, useSend } from '../../lib/call/api.ts'
import { ApiError } from '../../lib/call/request.ts'
import { toast } from '../../lib/page/toast.ts'
import { endSession } from '../../lib/session/session.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { ArtForgotten } from '../../ui/art/art-forgotten.tsx'
import { ArtNewKey } from '../../ui/art/art-new-key.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { AccountFrame } from './account-frame.tsx'
import { AccountLink } from './account-link.tsx'
import { FormFault, useFault } from './form-fault.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { useLinkToken } from './use-link-token.ts'

const isSpent = (error: unknown) => error instanceof ApiError && error.problem.code === 'link_spent'

/** Where the link of the mail leads. Whether it is still good is asked first, so that nobody types for nothing. */
export function ResetPasswordPage() {
  const { t } = useTranslation()
  const token = useLinkToken()
  const link = useQuery({
    ...queryOf(accountSecurityApi.checkResetLink, { body: { token } }),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const back = (
    <p>
      <AccountLink to="/login" words={t('account.backToLogin')} />
    </p>
  )
  if (token === '' || isSpent(link.error)) {
    return (
      <AccountFrame
        title={t('account.reset.spentTitle')}
        text={t('account.reset.spent')}
        art={<ArtForgotten />}
        below={back}
      >
        <Button component={Link} to="/forgot-password" fullWidth>
          {t('account.reset.askAgain')}
        </Button>
      </AccountFrame>
    )
  }
  return (
    <AccountFrame
      title={t('account.reset.title')}
      text={t('account.reset.text')}
      art={<ArtNewKey />}
      below={back}
    >
      <Loaded query={link} skeleton={<div style={{ minHeight: 140 }} />}>
        {({ email }) => (
          <ResetForm token={token} email={email} onSpent={() => void link.refetch()} />
        )}
      </Loaded>
    </AccountFrame>
  )
}

function ResetForm({
  token,
  email,
  onSpent,
}: {
  token: string
  email: string
  onSpent: () => void
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const reset = useSend(accountSecurityApi.resetPassword)
  const { fault, onFault } = useFault()
  const form = useContractForm(NewPassword, {
    values: { token, password: '' },
    onFault,
    onSave: body =>
      reset.mutateAsync({ body }).then(
        () => {
          // Every session has ended, this browser's too.
          endSession({ onPurpose: true })
          toast.good(t('account.reset.done'))
          return navigate('/login', { replace: true, state: { email } })
        },
        error => {
          if (isSpent(error)) onSpent()
          throw error
        },
      ),
  })
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        form.save()
      }}
    >
      {/* Tells password managers whose password this is. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordField
        form={form}
        name="password"
        label={t('account.reset.password')}
        email={email}
        autoFocus
      />
      <FormFault fault={fault} />
      <Button type="submit" fullWidth mt={8} loading={form.isSaving}>
        {t('account.reset.do')}
      </Button>
    </form>
  )
}
