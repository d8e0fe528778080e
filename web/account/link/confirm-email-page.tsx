import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router'
import { accountApi } from '#contract/account/account.ts'
import { accountProfileApi } from '#contract/account/account-profile.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { callApi } from '../../lib/call/call-api.ts'
import { ApiError } from '../../lib/call/request.ts'
import { saveUser, useSession } from '../../lib/session/session.ts'
import { Drawing } from '../../ui/art/drawing.tsx'
import mailboxDrawing from '../../ui/art/mailbox.svg?raw'
import mailboxDeliveredDrawing from '../../ui/art/mailbox-delivered.svg?raw'
import { ErrorState } from '../../ui/message/error-state.tsx'
import { AccountShell } from '../login/account-shell.tsx'
import { LoginRedirect } from '../login/login-redirect.tsx'
import { CheckingEmail, OtherAccount } from './email-link-messages.tsx'
import { useClearLinkToken, useLinkToken } from './use-link-token.ts'

const pagePath = '/confirm-email'

/** The target of the link that confirms a changed email. */
export function ConfirmEmailPage() {
  const token = useLinkToken(pagePath)
  const isLoggedIn = useSession() !== undefined
  if (token && !isLoggedIn) return <LoginRedirect page={pagePath} token={token} />
  return token ? <EmailConfirmation token={token} /> : <Navigate to="/login" replace />
}

function EmailConfirmation({ token }: { token: string }) {
  const { t } = useTranslation()
  const user = useSession()
  // A query rather than a mutation, so that rendering twice sends it once.
  const confirmation = useQuery({
    ...queryOptionsFor(accountProfileApi.confirmEmail, { body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useClearLinkToken()
  const isDone = confirmation.data !== undefined
  useEffect(
    function refreshUser() {
      if (isDone) void callApi(accountApi.me, {}).then(saveUser, () => undefined)
    },
    [isDone],
  )
  if (confirmation.isPending) return <CheckingEmail />
  const code = confirmation.error instanceof ApiError ? confirmation.error.problem.code : undefined
  if (user && code === 'other_account') return <OtherAccount page={pagePath} token={token} />
  const isLinkInvalid = code === 'link_invalid'
  const continueButton = (
    <Button component={Link} to="/apps/account" fullWidth>
      {t('account.verify.goToStore')}
    </Button>
  )
  if (confirmation.data)
    return (
      <AccountShell
        title={t('account.verify.doneTitle')}
        text={t('account.confirmEmail.done', { email: confirmation.data.email })}
        art={<Drawing svg={mailboxDeliveredDrawing} />}
      >
        {continueButton}
      </AccountShell>
    )
  return (
    <AccountShell
      title={t(isLinkInvalid ? 'account.verify.expiredTitle' : 'account.verify.title')}
      text={isLinkInvalid ? t('account.confirmEmail.expired') : ''}
      art={<Drawing svg={mailboxDrawing} />}
    >
      {isLinkInvalid ? (
        continueButton
      ) : (
        <ErrorState error={confirmation.error} onRetry={() => void confirmation.refetch()} />
      )}
    </AccountShell>
  )
}
