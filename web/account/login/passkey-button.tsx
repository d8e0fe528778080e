import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/call/request.ts'
import css from './account-shell.module.css'
import { FormError, useFormError } from './form-error.tsx'

type PasskeyCeremony = typeof import('../passkey-ceremony.ts')
type Props = {
  label: string
  /** Throws if the login or unlock fails. */
  onPress: (ceremony: PasskeyCeremony) => Promise<void>
}

// Old browsers and jsdom do not support passkeys.
const supportsPasskeys = 'PublicKeyCredential' in window

/**
 * Logs in or unlocks with a passkey. Loads the code for it when pressed, to keep the login page
 * small.
 */
export function PasskeyButton({ label, onPress }: Props) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const { formError, setFormError, showError } = useFormError()
  if (!supportsPasskeys) return null
  const handlePress = async () => {
    setBusy(true)
    setFormError('')
    const ceremony = await import('../passkey-ceremony.ts').catch(() => undefined)
    try {
      if (!ceremony) throw new Error('The code of passkeys could not be loaded.')
      await onPress(ceremony)
    } catch (error) {
      if (ceremony && error instanceof ceremony.PasskeyCanceledError)
        setFormError(t('account.passkeyFailed'))
      else if (!(error instanceof ApiError && error.isHandled)) showError(error)
    }
    setBusy(false)
  }
  return (
    <>
      <div className={css.divider} aria-hidden>
        {t('account.or')}
      </div>
      <Button variant="default" fullWidth loading={isBusy} onClick={() => void handlePress()}>
        {label}
      </Button>
      <FormError message={formError} />
    </>
  )
}
