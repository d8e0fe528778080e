import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { accountSecurityApi, NewPassword } from '#contract/account/account-security.ts'
import { queryOptionsFor, useRouteMutation } from '../../lib/call/api.ts'
import { ApiError } from '../../lib/call/request.ts'
import { toast } from '../../lib/page/toast.ts'
import { clearSession } from '../../lib/session/session.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Drawing } from '../../ui/art/drawing.tsx'
import forgotPasswordDrawing from '../../ui/art/forgot-password.svg?raw'
import newKeyDrawing from '../../ui/art/new-key.svg?raw'
import { QueryBoundary } from '../../ui/page/query-boundary.tsx'
import { AccountLink } from '../login/account-link.tsx'
import { AccountShell } from '../login/account-shell.tsx'
import { FormError, useFormError } from '../login/form-error.tsx'
import { NewPasswordField } from '../login/new-password-field.tsx'
import { useLinkToken } from './use-link-token.ts'

const isInvalidLinkError = (error: unknown) =>
  error instanceof ApiError && error.problem.code === 'link_invalid'

/** The target of a password reset link. Checks the link before it shows the form. */
export function ResetPasswordPage() {
  const { t } = useTranslation()
  const token = useLinkToken()
  const linkQuery = useQuery({
    ...queryOptionsFor(accountSecurityApi.checkResetLink, { body: { token } }),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const backLink = (
    <p>
      <AccountLink to="/login" label={t('account.backToLogin')} />
    </p>
  )
  if (token === '' || isInvalidLinkError(linkQuery.error)) {
    return (
      <AccountShell
        title={t('account.reset.expiredTitle')}
        text={t('account.reset.expiredText')}
        art={<Drawing svg={forgotPasswordDrawing} />}
        footer={backLink}
      >
        <Button component={Link} to="/forgot-password" fullWidth>
          {t('account.reset.requestLink')}
        </Button>
      </AccountShell>
    )
  }
  return (
    <AccountShell
      title={t('account.reset.title')}
      text={t('account.reset.text')}
      art={<Drawing svg={newKeyDrawing} />}
      footer={backLink}
    >
      <QueryBoundary query={linkQuery} skeleton={<div style={{ minHeight: 140 }} />}>
        {({ email }) => (
          <ResetForm token={token} email={email} onInvalidLink={() => void linkQuery.refetch()} />
        )}
      </QueryBoundary>
    </AccountShell>
  )
}

function ResetForm({
  token,
  email,
  onInvalidLink,
}: {
  token: string
  email: string
  onInvalidLink: () => void
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const reset = useRouteMutation(accountSecurityApi.resetPassword)
  const { formError, onError } = useFormError()
  const form = useContractForm(NewPassword, {
    values: { token, password: '' },
    onError,
    onSave: body =>
      reset.mutateAsync({ body }).then(
        () => {
          // The server has ended every session, including the one of this browser.
          clearSession({ isByUser: true })
          toast.success(t('account.reset.done'))
          return navigate('/login', { replace: true, state: { email } })
        },
        error => {
          if (isInvalidLinkError(error)) onInvalidLink()
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
        owner={{ email }}
        autoFocus
      />
      <FormError message={formError} />
      <Button type="submit" fullWidth mt={8} loading={form.isSaving}>
        {t('account.reset.submit')}
      </Button>
    </form>
  )
}
