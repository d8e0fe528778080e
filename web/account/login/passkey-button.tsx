import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './account-frame.module.css'
import { FormError, useFormError } from './form-error.tsx'

type PasskeyCeremony = typeof import('../passkey-ceremony.ts')
type Props = {
  label: string /** Throws what goes wrong. */
  onPress: (ceremony: PasskeyCeremony) => Promise<void>
}

// Old browsers have none, and jsdom neither.
const supportsPasskeys = 'PublicKeyCredential' in window

/** The other way in. What it needs is loaded when it is pressed: the login page is there without. */
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
      if (!ceremony) throw new Error('the way in by passkey did not load')
      await onPress(ceremony)
    } catch (error) {
      if (ceremony && error instanceof ceremony.PasskeyCanceledError)
        setFormError(t('account.passkeyLeft'))
      else showError(error)
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
