import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { accountApi } from '#contract/account/account.ts'
import { accountSecurityApi } from '#contract/account/account-security.ts'
import { queryOptionsFor, useRouteMutation } from '../../lib/call/api.ts'
import { ApiError } from '../../lib/call/request.ts'
import { saveUser, useSession } from '../../lib/session/session.ts'
import { Drawing } from '../../ui/art/drawing.tsx'
import mailboxDrawing from '../../ui/art/mailbox.svg?raw'
import mailboxDeliveredDrawing from '../../ui/art/mailbox-delivered.svg?raw'
import { ErrorState } from '../../ui/message/error-state.tsx'
import { AccountLink } from '../login/account-link.tsx'
import { AccountShell } from '../login/account-shell.tsx'
import { LoginRedirect } from '../login/login-redirect.tsx'
import { CheckingEmail, OtherAccount } from './email-link-messages.tsx'
import { ResendButton } from './resend-button.tsx'
import { useClearLinkToken, useLinkToken } from './use-link-token.ts'

const pagePath = '/verify-email'

/**
 * The target of the link that confirms an email, and the page on which the user waits for that
 * email.
 */
export function VerifyEmailPage() {
  const token = useLinkToken(pagePath)
  const user = useSession()
  if (!user) return <LoginRedirect page={pagePath} token={token} />
  if (token) return <EmailVerification token={token} />
  return user.isEmailVerified ? (
    <EmailVerified email={user.email} />
  ) : (
    <AwaitingVerification email={user.email} />
  )
}

function EmailVerification({ token }: { token: string }) {
  const { t } = useTranslation()
  const user = useSession()
  // A query rather than a mutation, so that rendering twice sends it once. The server accepts it
  // again.
  const verification = useQuery({
    ...queryOptionsFor(accountSecurityApi.verifyEmail, { body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const email = verification.data?.email
  useClearLinkToken()
  useMarkEmailVerified(email !== undefined && user?.email === email)
  if (email !== undefined) return <EmailVerified email={email} />
  if (verification.isPending) return <CheckingEmail />
  const code = verification.error instanceof ApiError ? verification.error.problem.code : undefined
  if (user && code === 'other_account') return <OtherAccount page={pagePath} token={token} />
  if (code !== 'link_invalid') {
    return (
      <AccountShell
        title={t('account.verify.title')}
        text=""
        art={<Drawing svg={mailboxDrawing} />}
      >
        <ErrorState error={verification.error} onRetry={() => void verification.refetch()} />
      </AccountShell>
    )
  }
  return (
    <AccountShell
      title={t('account.verify.expiredTitle')}
      text={t('account.verify.expiredText')}
      art={<Drawing svg={mailboxDrawing} />}
      footer={
        <p>
          <AccountLink to="/dashboard" label={t('account.verify.goToStore')} />
        </p>
      }
    >
      <ResendVerificationButton wasSent={false} />
    </AccountShell>
  )
}

function EmailVerified({ email }: { email: string }) {
  const { t } = useTranslation()
  return (
    <AccountShell
      title={t('account.verify.doneTitle')}
      text={t('account.verify.doneText', { email })}
      art={<Drawing svg={mailboxDeliveredDrawing} />}
    >
      <Button component={Link} to="/dashboard" fullWidth>
        {t('account.verify.goToStore')}
      </Button>
    </AccountShell>
  )
}

function AwaitingVerification({ email }: { email: string }) {
  const { t } = useTranslation()
  // The link may be opened in another browser, so this page asks on focus and every 15 seconds.
  const me = useQuery({
    ...queryOptionsFor(accountApi.me, {}),
    refetchInterval: 15_000,
    refetchOnWindowFocus: 'always',
  })
  useMarkEmailVerified(me.data?.isEmailVerified ?? false)
  return (
    <AccountShell
      title={t('account.verify.title')}
      text={t('account.verify.text', { email })}
      art={<Drawing svg={mailboxDrawing} />}
      footer={
        <p>
          <AccountLink to="/dashboard" label={t('account.verify.later')} />
        </p>
      }
    >
      <ResendVerificationButton wasSent />
    </AccountShell>
  )
}

function ResendVerificationButton({ wasSent }: { wasSent: boolean }) {
  const { t } = useTranslation()
  const resend = useRouteMutation(accountSecurityApi.resendVerification, {
    fallbackTitle: t('account.failed'),
  })
  return <ResendButton wasSent={wasSent} onSend={() => resend.mutateAsync({})} />
}

/** Updates the session in this browser once the email is confirmed, which removes the reminder. */
function useMarkEmailVerified(isVerified: boolean) {
  const user = useSession()
  useEffect(
    function markEmailVerified() {
      if (isVerified && user && !user.isEmailVerified) saveUser({ ...user, isEmailVerified: true })
    },
    [isVerified, user],
  )
}
