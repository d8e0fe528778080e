import { normalizeEmail } from '#contract/lib/text/email.ts'
import { type MarketingAddress, parseMarketingAddress } from '../campaign/rule/marketing-address.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withTransaction } from '../lib/db/db.ts'

/** The name in a reply address. Its token has 128 bits, so that nobody guesses it. */
const replyNamePattern = /^r\+([0-9a-f]{32})$/
const handlePattern = /^[a-z0-9](-?[a-z0-9])*$/

type RecipientName = { handle: string } | { replyToken: string }

/** Returns what an address of the installation names, or undefined for any other address. */
export function parseRecipient(address: string, mailHost: string): RecipientName | undefined {
  const normalized = normalizeEmail(address)
  const at = normalized.lastIndexOf('@')
  if (at < 0 || normalized.slice(at + 1) !== mailHost) return undefined
  const name = normalized.slice(0, at)
  const replyToken = replyNamePattern.exec(name)?.[1]
  if (replyToken !== undefined) return { replyToken }
  return handlePattern.test(name) ? { handle: name } : undefined
}

/** Returns the store that receives emails at an address, or undefined if there is none. */
export async function findMailStore(
  app: Pick<App, 'db' | 'config' | 'keys'>,
  address: string,
): Promise<string | undefined> {
  const recipient =
    parseMarketingAddress(app, address) ?? parseRecipient(address, app.config.mailIn?.host ?? '')
  if (!recipient) return undefined
  const [row] = await withTransaction(app.db, {}, tx => selectStore(tx, recipient))
  return row?.id ?? undefined
}

function selectStore(tx: Tx, recipient: RecipientName | MarketingAddress) {
  if ('recipientId' in recipient)
    return tx<MailStoreRow[]>`select find_marketing_store(${recipient.recipientId}) as id`
  return 'handle' in recipient
    ? tx<MailStoreRow[]>`select find_mail_store(${recipient.handle}) as id`
    : tx<MailStoreRow[]>`select find_reply_store(${recipient.replyToken}) as id`
}
type MailStoreRow = { id: string | null }
