import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router'
import { accountApi } from '#contract/account.ts'
import { accountProofApi } from '#contract/account-proof.ts'
import { queryOf, useSend } from '../lib/api.ts'
import { ApiError } from '../lib/request.ts'
import { keepUser, useSession } from '../lib/session.ts'
import { ArtPost } from '../ui/art/art-post.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { AccountFrame } from './account-frame.tsx'
import { AccountLink } from './account-link.tsx'
import { SendAgain } from './send-again.tsx'
import { useLinkToken } from './use-link-token.ts'

/** Where the link of the mail leads, and where people wait for that mail. */
export function VerifyEmailPage() {
  const token = useLinkToken()
  const user = useSession()
  if (token) return <Confirming token={token} />
  if (!user) return <Navigate to="/login?next=/verify-email" replace />
  return user.isEmailVerified ? <Confirmed email={user.email} /> : <Waiting email={user.email} />
}

function Confirming({ token }: { token: string }) {
  const { t } = useTranslation()
  const user = useSession()
  const isIn = user !== undefined
  // A query, so that it is sent once however often this is drawn; used again the link says the same.
  const sent = useQuery({ ...queryOf(accountProofApi.verifyEmail, { body: { token } }), retry: false, staleTime: Number.POSITIVE_INFINITY })
  const email = sent.data?.email
  useKeepVerified(email !== undefined && user?.email === email)
  if (email !== undefined) return <Confirmed email={email} />
  if (sent.isPending) return <AccountFrame title={t('account.verify.checking')} text={t('account.verify.checkingText')} art={<ArtPost />} />
  if (!(sent.error instanceof ApiError && sent.error.problem.code === 'link_spent')) {
    return <AccountFrame title={t('account.verify.title')} text="" art={<ArtPost />}><ErrorState error={sent.error} retry={() => void sent.refetch()} /></AccountFrame>
  }
  return (
    <AccountFrame title={t('account.verify.spentTitle')} text={t(isIn ? 'account.verify.spent' : 'account.verify.spentLogin')} art={<ArtPost />} below={isIn && <p><AccountLink to="/dashboard" words={t('account.verify.go')} /></p>}>
      {isIn ? <Resend isSentAlready={false} /> : <Button component={Link} to="/login?next=/verify-email" fullWidth>{t('account.login.do')}</Button>}
    </AccountFrame>
  )
}

function Confirmed({ email }: { email: string }) {
  const { t } = useTranslation()
  const isIn = useSession() !== undefined
  return (
    <AccountFrame title={t('account.verify.doneTitle')} text={t('account.verify.done', { email })} art={<ArtPost isDelivered />}>
      <Button component={Link} to={isIn ? '/dashboard' : '/login'} fullWidth>{t(isIn ? 'account.verify.go' : 'account.login.do')}</Button>
    </AccountFrame>
  )
}

function Waiting({ email }: { email: string }) {
  const { t } = useTranslation()
  // Opened on a phone, the link says nothing to this browser: so it asks when it is looked at, and now and then.
  const me = useQuery({ ...queryOf(accountApi.me, {}), refetchInterval: 15_000, refetchOnWindowFocus: 'always' })
  useKeepVerified(me.data?.isEmailVerified ?? false)
  return (
    <AccountFrame title={t('account.verify.title')} text={t('account.verify.text', { email })} art={<ArtPost />} below={<p><AccountLink to="/dashboard" words={t('account.verify.later')} /></p>}>
      <Resend isSentAlready />
    </AccountFrame>
  )
}

function Resend({ isSentAlready }: { isSentAlready: boolean }) {
  const { t } = useTranslation()
  const resend = useSend(accountProofApi.resendVerification, { otherwise: t('account.wrong') })
  return <SendAgain isSentAlready={isSentAlready} onSend={() => resend.mutateAsync({})} />
}

/** Tells the rest of the browser, so that the reminder goes. */
function useKeepVerified(isVerified: boolean) {
  const user = useSession()
  useEffect(function keepVerified() {
    if (isVerified && user && !user.isEmailVerified) keepUser({ ...user, isEmailVerified: true })
  }, [isVerified, user])
}
