import { z } from 'zod'
import { Id } from '#contract/lib/schemas.ts'
import { type MailLinkAction, mailLinkActions } from '#contract/storefront/storefront-mail-link.ts'
import type { App } from '../lib/call/serve.ts'
import { isSameToken } from '../lib/security/is-same-token.ts'
import { createMacToken } from '../lib/security/mac-token.ts'

export type MailLink = { storeId: string; action: MailLinkAction; id: string }

/** The token proves that the link is from an email to the person. */
const createMailLinkToken = ({ keys }: Pick<App, 'keys'>, { storeId, action, id }: MailLink) =>
  createMacToken(keys.mailLink, `${storeId} ${action} ${id}`)

/** Returns the path of a page with a button that performs the action. */
export const getMailLinkPath = (app: Pick<App, 'keys'>, link: MailLink) =>
  `/mail/${link.action}/${link.id}/${createMailLinkToken(app, link)}`

const MailLinkParams = z.object({
  action: z.enum(mailLinkActions),
  id: Id,
  token: z.string().max(100),
})

/** Returns the link of a request, or undefined without its token. */
export function parseMailLink(
  app: Pick<App, 'keys'>,
  storeId: string,
  params: unknown,
): MailLink | undefined {
  const { success, data } = MailLinkParams.safeParse(params)
  if (!success) return undefined
  const link = { storeId, action: data.action, id: data.id }
  return isSameToken(createMailLinkToken(app, link), data.token) ? link : undefined
}
