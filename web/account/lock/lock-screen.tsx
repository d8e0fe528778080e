import { Avatar, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { accountPasskeyApi } from '#contract/account/account-passkey.ts'
import { accountSecurityApi, PasswordConfirmation } from '#contract/account/account-security.ts'
import { queryOptionsFor, useRouteMutation } from '../../lib/call/api.ts'
import { unlockScreen, useSession } from '../../lib/session/session.ts'
import { useLogOut } from '../../lib/session/use-log-out.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Drawing } from '../../ui/art/drawing.tsx'
import nightDrawing from '../../ui/art/night.svg?raw'
import { PasswordField } from '../../ui/field/password-field.tsx'
import { AccountShell } from '../login/account-shell.tsx'
import { FormError, useFormError } from '../login/form-error.tsx'
import { PasskeyButton } from '../login/passkey-button.tsx'
import css from './lock-screen.module.css'

/**
 * Covers the page while the screen is locked. The page stays mounted, so unsaved input is not lost.
 */
export function LockScreen() {
  const { t } = useTranslation()
  const user = useSession()
  const logOut = useLogOut()
  return (
    <AccountShell
      isOverlay
      title={t('account.lock.title')}
      text={t('account.lock.text')}
      art={<Drawing svg={nightDrawing} />}
      footer={
        <p>
          <Button variant="transparent" size="compact-sm" onClick={() => void logOut()}>
            {t('account.lock.otherUser')}
          </Button>
        </p>
      }
    >
      <div className={css.user}>
        <Avatar
          src={user?.avatar ?? null}
          name={user?.fullName}
          alt=""
          color="accent"
          size={44}
          radius={22}
          aria-hidden
        />
        <div className={css.userText}>
          <strong>{user?.fullName}</strong>
          <span>{user?.email}</span>
        </div>
      </div>
      <UnlockForm email={user?.email ?? ''} />
    </AccountShell>
  )
}

function UnlockForm({ email }: { email: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const passkeys = useQuery(queryOptionsFor(accountPasskeyApi.listPasskeys, {}))
  const [isConfirmed, setIsConfirmed] = useState(false)
  const isLockPage = pathname === '/lock-screen'
  useEffect(
    function unlockOutsideLockPage() {
      // /lock-screen locks the screen as soon as it opens, so the user goes to the dashboard first.
      if (isConfirmed && isLockPage) void navigate('/dashboard', { replace: true })
      if (isConfirmed && !isLockPage) unlockScreen()
    },
    [isConfirmed, isLockPage, navigate],
  )
  const unlock = useRouteMutation(accountSecurityApi.unlock)
  const { formError, onError } = useFormError()
  const form = useContractForm(PasswordConfirmation, {
    values: { password: '' },
    onError,
    onSave: async body => {
      await unlock.mutateAsync({ body })
      setIsConfirmed(true)
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
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        form={form}
        name="password"
        label={t('account.password')}
        autoComplete="current-password"
        autoFocus
      />
      <FormError message={formError} />
      <Button type="submit" fullWidth mt={8} loading={form.isSaving}>
        {t('account.lock.submit')}
      </Button>
      {(passkeys.data?.length ?? 0) > 0 && (
        <PasskeyButton
          label={t('account.lock.passkey')}
          onPress={async ceremony => {
            await ceremony.unlockWithPasskey()
            setIsConfirmed(true)
          }}
        />
      )}
    </form>
  )
}
