import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import {
  accountInvitationApi,
  type Invitation,
  JoinInput,
} from '#contract/account/account-invitation.ts'
import { queryOptionsFor, useRouteMutation } from '../../lib/call/api.ts'
import { callApi } from '../../lib/call/call-api.ts'
import { ApiError } from '../../lib/call/request.ts'
import { switchStore } from '../../lib/session/refresh-permissions.ts'
import { saveSession, useSession } from '../../lib/session/session.ts'
import { useRoleName } from '../../lib/session/use-role-labels.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Drawing } from '../../ui/art/drawing.tsx'
import mailboxDrawing from '../../ui/art/mailbox.svg?raw'
import openingDrawing from '../../ui/art/opening.svg?raw'
import { TextField } from '../../ui/field/text-field.tsx'
import { ErrorState } from '../../ui/message/error-state.tsx'
import { AccountLink } from '../login/account-link.tsx'
import { AccountShell } from '../login/account-shell.tsx'
import { showLoginFailure } from '../login/form-error.tsx'
import { NewPasswordField } from '../login/new-password-field.tsx'
import { SwitchAccountButton } from '../login/switch-account-button.tsx'
import { storeLinkToken, useLinkToken } from './use-link-token.ts'

const pagePath = '/accept-invitation'

/**
 * The target of an invitation link. Users with an account join the store, others create an account.
 */
export function AcceptInvitationPage() {
  const { t } = useTranslation()
  const token = useLinkToken(pagePath)
  useEffect(
    function storeTokenForLogin() {
      if (token) storeLinkToken(pagePath, token)
    },
    [token],
  )
  const invitationQuery = useQuery({
    ...queryOptionsFor(accountInvitationApi.checkInvitation, { body: { token } }),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (invitationQuery.data)
    return <InvitationView token={token} invitation={invitationQuery.data} />
  if (token !== '' && invitationQuery.isPending)
    return (
      <AccountShell
        title={t('account.invitation.checking')}
        text={t('account.invitation.checkingText')}
        art={<Drawing svg={mailboxDrawing} />}
      />
    )
  if (
    token === '' ||
    (invitationQuery.error instanceof ApiError &&
      invitationQuery.error.problem.code === 'invitation_invalid')
  )
    return <InvalidInvitation />
  return (
    <AccountShell
      title={t('account.invitation.title')}
      text=""
      art={<Drawing svg={mailboxDrawing} />}
    >
      <ErrorState error={invitationQuery.error} onRetry={() => void invitationQuery.refetch()} />
    </AccountShell>
  )
}

function InvalidInvitation() {
  const { t } = useTranslation()
  const isLoggedIn = useSession() !== undefined
  return (
    <AccountShell
      title={t('account.invitation.expiredTitle')}
      text={t('account.invitation.expiredText')}
      art={<Drawing svg={mailboxDrawing} />}
    >
      <Button component={Link} to={isLoggedIn ? '/dashboard' : '/login'} fullWidth>
        {t(isLoggedIn ? 'account.verify.goToStore' : 'account.login.submit')}
      </Button>
    </AccountShell>
  )
}

type Props = { token: string; invitation: Invitation }

function InvitationView({ token, invitation }: Props) {
  const { t } = useTranslation()
  const formatRoleName = useRoleName()
  const user = useSession()
  const { storeName: store, invitedBy, role, roleName, email, hasAccount } = invitation
  const textParams = { store, name: invitedBy, role: formatRoleName(role, roleName) }
  const isInvitedUser = user?.email.toLowerCase() === email
  return (
    <AccountShell
      title={t('account.invitation.joinStore', { store })}
      text={t(
        invitedBy ? 'account.invitation.invitedBy' : 'account.invitation.invited',
        textParams,
      )}
      art={<Drawing svg={openingDrawing} />}
      footer={
        !user &&
        !hasAccount && (
          <p>
            {t('account.register.hasAccount')}{' '}
            <AccountLink to={`/login?next=${pagePath}`} label={t('account.register.login')} />
          </p>
        )
      }
    >
      {(!user || isInvitedUser) && <p>{t('account.invitation.recipient', { email })}</p>}
      {user && isInvitedUser && <AcceptButton token={token} />}
      {user && !isInvitedUser && (
        <>
          <p>{t('account.invitation.otherAccount', { email, currentEmail: user.email })}</p>
          <SwitchAccountButton page={pagePath} token={token} email={email} />
        </>
      )}
      {!user && hasAccount && (
        <Button component={Link} to={`/login?next=${pagePath}`} state={{ email }} fullWidth>
          {t('account.invitation.login')}
        </Button>
      )}
      {!user && !hasAccount && <JoinForm token={token} email={email} storeName={store} />}
    </AccountShell>
  )
}

function AcceptButton({ token }: { token: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const accept = useRouteMutation(accountInvitationApi.acceptInvitation)
  const join = () =>
    accept.mutate(
      { body: { token } },
      {
        onSuccess: async ({ business: storeId }) => {
          storeLinkToken(pagePath, '')
          await switchStore(storeId)
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

type JoinFormProps = { token: string; email: string; storeName: string }

function JoinForm({ token, email, storeName }: JoinFormProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useContractForm(JoinInput, {
    values: { token, fullName: '', password: '' },
    onSave: async body => {
      const session = await callApi(accountInvitationApi.join, { body }).catch(showLoginFailure)
      storeLinkToken(pagePath, '')
      await saveSession(session)
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
      {/* Tells password managers that the account uses the invited email. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <TextField
        form={form}
        name="fullName"
        label={t('account.fullName')}
        autoComplete="name"
        autoFocus
      />
      <NewPasswordField
        form={form}
        name="password"
        label={t('account.password')}
        owner={{ email, fullName: form.values.fullName, storeName }}
      />
      <Button type="submit" fullWidth mt={8} loading={form.isSaving}>
        {t('account.invitation.createAccount')}
      </Button>
    </form>
  )
}
