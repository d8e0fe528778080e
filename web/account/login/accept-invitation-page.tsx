import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { accountInvitationApi, type Invitation, JoinInput } from '#contract/account-invitation.ts'
import { queryOf, useSend } from '../../lib/call/api.ts'
import { ApiError } from '../../lib/call/request.ts'
import { enterBusiness } from '../../lib/session/rights.ts'
import { useRoleName } from '../../lib/session/role-words.ts'
import { signIn, useSession } from '../../lib/session/session.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { ArtOpening } from '../../ui/art/art-opening.tsx'
import { ArtPost } from '../../ui/art/art-post.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { ErrorState } from '../../ui/page/error-state.tsx'
import { AccountFrame } from './account-frame.tsx'
import { AccountLink } from './account-link.tsx'
import { FormFault, useFault } from './form-fault.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { OtherAccount } from './other-account.tsx'
import { keepLinkToken, useLinkToken } from './use-link-token.ts'

const page = '/accept-invitation'

/** Where the link of an invitation leads: with an account one joins, without one makes it here. */
export function AcceptInvitationPage() {
  const { t } = useTranslation()
  const token = useLinkToken(page)
  useEffect(
    function keepForLogin() {
      if (token) keepLinkToken(page, token)
    },
    [token],
  )
  const found = useQuery({
    ...queryOf(accountInvitationApi.checkInvitation, { body: { token } }),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (found.data) return <Invited token={token} invitation={found.data} />
  if (token !== '' && found.isPending)
    return (
      <AccountFrame
        title={t('account.invitation.checking')}
        text={t('account.invitation.checkingText')}
        art={<ArtPost />}
      />
    )
  if (
    token === '' ||
    (found.error instanceof ApiError && found.error.problem.code === 'link_spent')
  )
    return <Spent />
  return (
    <AccountFrame title={t('account.invitation.title')} text="" art={<ArtPost />}>
      <ErrorState error={found.error} retry={() => void found.refetch()} />
    </AccountFrame>
  )
}

function Spent() {
  const { t } = useTranslation()
  const isIn = useSession() !== undefined
  return (
    <AccountFrame
      title={t('account.invitation.spentTitle')}
      text={t('account.invitation.spent')}
      art={<ArtPost />}
    >
      <Button component={Link} to={isIn ? '/dashboard' : '/login'} fullWidth>
        {t(isIn ? 'account.verify.go' : 'account.login.do')}
      </Button>
    </AccountFrame>
  )
}

type Props = { token: string; invitation: Invitation }

function Invited({ token, invitation }: Props) {
  const { t } = useTranslation()
  const nameOfRole = useRoleName()
  const user = useSession()
  const { businessName: store, invitedBy, role, roleName, email, isKnown } = invitation
  const words = { store, name: invitedBy, role: nameOfRole(role, roleName) }
  const isTheirs = user?.email.toLowerCase() === email
  return (
    <AccountFrame
      title={t('account.invitation.for', { store })}
      text={t(invitedBy ? 'account.invitation.by' : 'account.invitation.byNobody', words)}
      art={<ArtOpening />}
      below={
        !user &&
        !isKnown && (
          <p>
            {t('account.register.known')}{' '}
            <AccountLink to={`/login?next=${page}`} words={t('account.register.login')} />
          </p>
        )
      }
    >
      {(!user || isTheirs) && <p>{t('account.invitation.to', { email })}</p>}
      {user && isTheirs && <Accept token={token} />}
      {user && !isTheirs && (
        <>
          <p>{t('account.invitation.other', { email, own: user.email })}</p>
          <OtherAccount page={page} token={token} email={email} />
        </>
      )}
      {!user && isKnown && (
        <Button component={Link} to={`/login?next=${page}`} state={{ email }} fullWidth>
          {t('account.invitation.login')}
        </Button>
      )}
      {!user && !isKnown && <JoinForm token={token} email={email} />}
    </AccountFrame>
  )
}

function Accept({ token }: { token: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const accept = useSend(accountInvitationApi.acceptInvitation)
  const join = () =>
    accept.mutate(
      { body: { token } },
      {
        onSuccess: async ({ business }) => {
          keepLinkToken(page, '')
          await enterBusiness(business)
          await client.resetQueries()
          await navigate('/dashboard')
        },
      },
    )
  return (
    <Button fullWidth loading={accept.isPending} onClick={join}>
      {t('account.invitation.join')}
    </Button>
  )
}

function JoinForm({ token, email }: { token: string; email: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const join = useSend(accountInvitationApi.join)
  const { fault, onFault } = useFault()
  const form = useContractForm(JoinInput, {
    values: { token, fullName: '', password: '' },
    onFault,
    onSave: async body => {
      const session = await join.mutateAsync({ body })
      keepLinkToken(page, '')
      await signIn(session)
      await navigate('/dashboard')
    },
  })
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        form.save()
      }}
    >
      {/* For password managers: the account is for the email that was invited. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <TextField
        form={form}
        name="fullName"
        label={t('account.fullName')}
        autoComplete="name"
        autoFocus
      />
      <NewPasswordField form={form} name="password" label={t('account.password')} email={email} />
      <FormFault fault={fault} />
      <Button type="submit" fullWidth mt={8} loading={form.isSaving}>
        {t('account.invitation.make')}
      </Button>
    </form>
  )
}
