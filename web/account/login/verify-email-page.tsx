import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { accountApi } from '#contract/account.ts'
import { accountSecurityApi } from '#contract/account-security.ts'
import { queryOf, useSend } from '../../lib/call/api.ts'
import { ApiError } from '../../lib/call/request.ts'
import { keepUser, useSession } from '../../lib/session/session.ts'
import { ArtPost } from '../../ui/art/art-post.tsx'
import { ErrorState } from '../../ui/page/error-state.tsx'
import { AccountFrame } from './account-frame.tsx'
import { AccountLink } from './account-link.tsx'
import { LinkLogin } from './link-login.tsx'
import { OtherAccount } from './other-account.tsx'
import { SendAgain } from './send-again.tsx'
import { useForgetLinkToken, useLinkToken } from './use-link-token.ts'

const page = '/verify-email'

/** Where the link of the mail leads, and where people wait for that mail. */
export function VerifyEmailPage() {
  const token = useLinkToken(page)
  const user = useSession()
  if (!user) return <LinkLogin page={page} token={token} />
  if (token) return <Confirming token={token} />
  return user.isEmailVerified ? <Confirmed email={user.email} /> : <Waiting email={user.email} />
}

function Confirming({ token }: { token: string }) {
  const { t } = useTranslation()
  const user = useSession()
  // A query, so that it is sent once however often this is drawn; used again the link says the same.
  const sent = useQuery({
    ...queryOf(accountSecurityApi.verifyEmail, { body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const email = sent.data?.email
  useForgetLinkToken()
  useKeepVerified(email !== undefined && user?.email === email)
  if (email !== undefined) return <Confirmed email={email} />
  if (sent.isPending)
    return (
      <AccountFrame
        title={t('account.verify.checking')}
        text={t('account.verify.checkingText')}
        art={<ArtPost />}
      />
    )
  const code = sent.error instanceof ApiError ? sent.error.problem.code : undefined
  if (user && code === 'other_account') {
    return (
      <AccountFrame
        title={t('account.verify.title')}
        text={t('account.verify.other', { own: user.email })}
        art={<ArtPost />}
      >
        <OtherAccount page={page} token={token} />
      </AccountFrame>
    )
  }
  if (code !== 'link_spent') {
    return (
      <AccountFrame title={t('account.verify.title')} text="" art={<ArtPost />}>
        <ErrorState error={sent.error} retry={() => void sent.refetch()} />
      </AccountFrame>
    )
  }
  return (
    <AccountFrame
      title={t('account.verify.spentTitle')}
      text={t('account.verify.spent')}
      art={<ArtPost />}
      below={
        <p>
          <AccountLink to="/dashboard" words={t('account.verify.go')} />
        </p>
      }
    >
      <Resend isSentAlready={false} />
    </AccountFrame>
  )
}

function Confirmed({ email }: { email: string }) {
  const { t } = useTranslation()
  return (
    <AccountFrame
      title={t('account.verify.doneTitle')}
      text={t('account.verify.done', { email })}
      art={<ArtPost isDelivered />}
    >
      <Button component={Link} to="/dashboard" fullWidth>
        {t('account.verify.go')}
      </Button>
    </AccountFrame>
  )
}

function Waiting({ email }: { email: string }) {
  const { t } = useTranslation()
  // Opened in another browser, the link says nothing to this browser: so it asks when it is looked at, and now and then.
  const me = useQuery({
    ...queryOf(accountApi.me, {}),
    refetchInterval: 15_000,
    refetchOnWindowFocus: 'always',
  })
  useKeepVerified(me.data?.isEmailVerified ?? false)
  return (
    <AccountFrame
      title={t('account.verify.title')}
      text={t('account.verify.text', { email })}
      art={<ArtPost />}
      below={
        <p>
          <AccountLink to="/dashboard" words={t('account.verify.later')} />
        </p>
      }
    >
      <Resend isSentAlready />
    </AccountFrame>
  )
}

function Resend({ isSentAlready }: { isSentAlready: boolean }) {
  const { t } = useTranslation()
  const resend = useSend(accountSecurityApi.resendVerification, { otherwise: t('account.wrong') })
  return <SendAgain isSentAlready={isSentAlready} onSend={() => resend.mutateAsync({})} />
}

/** Tells the rest of the browser, so that the reminder goes. */
function useKeepVerified(isVerified: boolean) {
  const user = useSession()
  useEffect(
    function keepVerified() {
      if (isVerified && user && !user.isEmailVerified) keepUser({ ...user, isEmailVerified: true })
    },
    [isVerified, user],
  )
}
