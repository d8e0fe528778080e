import { createHmac } from 'node:crypto'
import type { MailLinkAction } from '#contract/storefront/storefront-page.ts'
import type { App } from '../lib/call/serve.ts'
import { isSameToken } from '../lib/security/is-same-token.ts'

type MailLink = { businessId: string; action: MailLinkAction; id: string }

/** The token proves that the link is from an email to the person. */
const createToken = ({ keys }: Pick<App, 'keys'>, { businessId, action, id }: MailLink) =>
  createHmac('sha256', keys.mailLink).update(`${businessId} ${action} ${id}`).digest('base64url')

/** Returns the path of a page with a button that performs the action. */
export const getMailLinkPath = (app: Pick<App, 'keys'>, link: MailLink) =>
  `/mail/${link.action}/${link.id}/${createToken(app, link)}`

export const isMailLinkToken = (app: Pick<App, 'keys'>, link: MailLink, token: string): boolean =>
  isSameToken(createToken(app, link), token)
