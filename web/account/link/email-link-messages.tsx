import { useTranslation } from 'react-i18next'
import { useSession } from '../../lib/session/session.ts'
import { Drawing } from '../../ui/art/drawing.tsx'
import mailboxDrawing from '../../ui/art/mailbox.svg?raw'
import { AccountShell } from '../login/account-shell.tsx'
import { SwitchAccountButton } from '../login/switch-account-button.tsx'

/** The page of a link to confirm an email until the server replies. */
export function CheckingEmail() {
  const { t } = useTranslation()
  return (
    <AccountShell
      title={t('account.verify.checking')}
      text={t('account.verify.checkingText')}
      art={<Drawing svg={mailboxDrawing} />}
    />
  )
}

/** The page of a link that belongs to another account than that of the user. */
export function OtherAccount({ page, token }: { page: string; token: string }) {
  const { t } = useTranslation()
  const user = useSession()
  return (
    <AccountShell
      title={t('account.verify.title')}
      text={t('account.verify.otherAccount', { currentEmail: user?.email ?? '' })}
      art={<Drawing svg={mailboxDrawing} />}
    >
      <SwitchAccountButton page={page} token={token} />
    </AccountShell>
  )
}
