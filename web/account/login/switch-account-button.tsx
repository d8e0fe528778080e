import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { accountApi } from '#contract/account/account.ts'
import { callApi } from '../../lib/call/call-api.ts'
import { clearSession } from '../../lib/session/session.ts'
import { storeLinkToken } from '../link/use-link-token.ts'

type Props = {
  page: string
  token: string
  /** The email of the other account, if known. */
  email?: string
}

/** Logs out and opens the login page for the account of a link, which continues after the login. */
export function SwitchAccountButton({ page, token, email }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const switchAccount = async () => {
    await callApi(accountApi.logout, {}).catch(() => undefined)
    storeLinkToken(page, token)
    clearSession({ isByUser: true })
    client.clear()
    await navigate(`/login?next=${page}`, { state: { email } })
  }
  return (
    <Button fullWidth onClick={() => void switchAccount()}>
      {t('account.invitation.switchAccount')}
    </Button>
  )
}
