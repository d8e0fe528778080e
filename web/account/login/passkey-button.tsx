import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './account-frame.module.css'
import { FormFault, useFault } from './form-fault.tsx'

type Ceremony = typeof import('../passkey-ceremony.ts')
type Props = {
  label: string /** Throws what goes wrong. */
  onPress: (ceremony: Ceremony) => Promise<void>
}

// Old browsers have none, and jsdom neither.
const canPasskey = 'PublicKeyCredential' in window

/** The other way in. What it needs is loaded when it is pressed: the login page is there without. */
export function PasskeyButton({ label, onPress }: Props) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const { fault, setFault, claim } = useFault()
  if (!canPasskey) return null
  const press = async () => {
    setBusy(true)
    setFault('')
    const ceremony = await import('../passkey-ceremony.ts').catch(() => undefined)
    try {
      if (!ceremony) throw new Error('the way in by passkey did not load')
      await onPress(ceremony)
    } catch (error) {
      if (ceremony && error instanceof ceremony.PasskeyLeft) setFault(t('account.passkeyLeft'))
      else claim(error)
    }
    setBusy(false)
  }
  return (
    <>
      <div className={css.or} aria-hidden>
        {t('account.or')}
      </div>
      <Button variant="default" fullWidth loading={isBusy} onClick={() => void press()}>
        {label}
      </Button>
      <FormFault fault={fault} />
    </>
  )
}
