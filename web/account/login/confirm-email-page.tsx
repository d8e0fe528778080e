import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router'
import { accountApi } from '#contract/account.ts'
import { accountProfileApi } from '#contract/account-profile.ts'
import { queryOf } from '../../lib/call/api.ts'
import { call } from '../../lib/call/call.ts'
import { ApiError } from '../../lib/call/request.ts'
import { keepUser, useSession } from '../../lib/session/session.ts'
import { ArtPost } from '../../ui/art/art-post.tsx'
import { ErrorState } from '../../ui/page/error-state.tsx'
import { AccountFrame } from './account-frame.tsx'
import { LinkLogin } from './link-login.tsx'
import { OtherAccount } from './other-account.tsx'
import { useForgetLinkToken, useLinkToken } from './use-link-token.ts'

const page = '/confirm-email'

/** Where the link leads that was sent to a new email. */
export function ConfirmEmailPage() {
  const token = useLinkToken(page)
  const isIn = useSession() !== undefined
  if (token && !isIn) return <LinkLogin page={page} token={token} />
  return token ? <Confirming token={token} /> : <Navigate to="/login" replace />
}

function Confirming({ token }: { token: string }) {
  const { t } = useTranslation()
  const user = useSession()
  // A query, so that it is sent once however often this is drawn.
  const sent = useQuery({
    ...queryOf(accountProfileApi.confirmEmail, { body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useForgetLinkToken()
  const isDone = sent.data !== undefined
  useEffect(
    function tellTheRest() {
      if (isDone) void call(accountApi.me, {}).then(keepUser, () => undefined)
    },
    [isDone],
  )
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
  const isSpent = code === 'link_spent'
  const on = (
    <Button component={Link} to="/apps/account" fullWidth>
      {t('account.verify.go')}
    </Button>
  )
  if (sent.data)
    return (
      <AccountFrame
        title={t('account.verify.doneTitle')}
        text={t('account.confirmEmail.done', { email: sent.data.email })}
        art={<ArtPost isDelivered />}
      >
        {on}
      </AccountFrame>
    )
  return (
    <AccountFrame
      title={t(isSpent ? 'account.verify.spentTitle' : 'account.verify.title')}
      text={isSpent ? t('account.confirmEmail.spent') : ''}
      art={<ArtPost />}
    >
      {isSpent ? on : <ErrorState error={sent.error} retry={() => void sent.refetch()} />}
    </AccountFrame>
  )
}
