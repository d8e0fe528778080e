import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router'
import { accountApi } from '#contract/account/account.ts'
import { accountSecurityApi } from '#contract/account/account-security.ts'
import { callApi } from '../../lib/call/call-api.ts'
import { toast } from '../../lib/page/toast.ts'
import { saveSession, useSession } from '../../lib/session/session.ts'
import { Drawing } from '../../ui/art/drawing.tsx'
import twoFactorDrawing from '../../ui/art/two-factor.svg?raw'
import { AccountLink } from './account-link.tsx'
import { AccountShell } from './account-shell.tsx'
import { CodeForm } from './code-form.tsx'
import { getPendingLogin, setPendingLogin } from './pending-login.ts'
import { RecoveryCodeForm } from './recovery-code-form.tsx'
import { useLoginRedirect } from './use-login-redirect.ts'

/**
 * The second step of a login. Sends the credentials of the first step again, together with the
 * code.
 */
export function TwoStepsPage() {
  const { t } = useTranslation()
  const redirectPath = useLoginRedirect()
  const { search } = useLocation()
  const isLoggedIn = useSession() !== undefined
  const [credentials] = useState(getPendingLogin)
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(false)
  useEffect(function clearOnUnmount() {
    return () => setPendingLogin(undefined)
  }, [])
  if (isLoggedIn) return <Navigate to={redirectPath} replace />
  // The page was opened directly or reloaded, so there are no credentials to send.
  if (!credentials) return <Navigate to={`/login${search}`} replace />
  const send = (otp: string) =>
    callApi(accountApi.login, { body: { ...credentials, otp } }).then(saveSession)
  const sendRecovery = async (otp: string) => {
    await send(otp)
    const { recoveryCodesLeft } = await callApi(accountSecurityApi.getTwoStep, {})
    toast.success(t('account.twoStep.codesLeft', { count: recoveryCodesLeft }))
  }
  return (
    <AccountShell
      title={t('account.twoStep.title')}
      text={t(usesRecoveryCode ? 'account.twoStep.recoveryCodeText' : 'account.twoStep.text', {
        email: credentials.email,
      })}
      art={<Drawing svg={twoFactorDrawing} />}
      footer={
        <>
          <p>
            <Button
              variant="transparent"
              size="compact-sm"
              onClick={() => setUsesRecoveryCode(!usesRecoveryCode)}
            >
              {t(
                usesRecoveryCode
                  ? 'account.twoStep.useAuthenticatorApp'
                  : 'account.twoStep.useRecoveryCode',
              )}
            </Button>
          </p>
          <p>
            <AccountLink to={`/login${search}`} label={t('account.backToLogin')} />
          </p>
        </>
      }
    >
      {usesRecoveryCode ? (
        <RecoveryCodeForm onSend={sendRecovery} />
      ) : (
        <CodeForm onSend={send}>
          {isSending => (
            <Button type="submit" fullWidth loading={isSending}>
              {t('account.twoStep.submit')}
            </Button>
          )}
        </CodeForm>
      )}
    </AccountShell>
  )
}
