import type { MailLinkAction } from '#contract/storefront/storefront-page.ts'
import type { App } from '../lib/call/serve.ts'
import { isSameToken } from '../lib/security/is-same-token.ts'
import { createMacToken } from '../lib/security/mac-token.ts'

type MailLink = { storeId: string; action: MailLinkAction; id: string }

/** The token proves that the link is from an email to the person. */
const createMailLinkToken = ({ keys }: Pick<App, 'keys'>, { storeId, action, id }: MailLink) =>
  createMacToken(keys.mailLink, `${storeId} ${action} ${id}`)

/** Returns the path of a page with a button that performs the action. */
export const getMailLinkPath = (app: Pick<App, 'keys'>, link: MailLink) =>
  `/mail/${link.action}/${link.id}/${createMailLinkToken(app, link)}`

export const isMailLinkToken = (app: Pick<App, 'keys'>, link: MailLink, token: string): boolean =>
  isSameToken(createMailLinkToken(app, link), token)
