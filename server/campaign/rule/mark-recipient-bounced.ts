import type { Tx } from '../../lib/db/db.ts'

type DeliveryReport = {
  emailIds: readonly string[]
  isPermanent: boolean
  /** The row that the address of the report names. Some reports do not contain the email. */
  recipientId?: string | undefined
}

/** The Message-ID of an email to one person names its row, so that a report about the email finds it. */
export const createMarketingMessageId = (recipientId: string, domain: string): string =>
  `<campaign.${recipientId}@${domain}>`

const messageIdPattern = /^<campaign\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/

/**
 * Marks the recipient of a campaign or an automation whose email was not delivered, and suppresses an address that
 * does not exist.
 * Returns false for a report about another email. Only those who know the email know the random part of its
 * Message-ID.
 */
export async function markRecipientBounced(
  tx: Tx,
  { emailIds, isPermanent, recipientId }: DeliveryReport,
): Promise<boolean> {
  const ids = [
    ...(recipientId === undefined ? [] : [recipientId]),
    ...emailIds.flatMap(emailId => messageIdPattern.exec(emailId)?.[1] ?? []),
  ]
  if (ids.length === 0) return false
  const bounced = await tx<{ email: string }[]>`
    with recipient as (
      update campaign_recipient set state = 'bounced', reason = 'bounced'
      where id = any (${ids}::uuid[]) and state in ('sending', 'sent', 'bounced') returning email
    ), automated as (
      update automation_email set state = 'bounced', reason = 'bounced'
      where id = any (${ids}::uuid[]) and state in ('sending', 'sent', 'bounced') returning email
    )
    select email from recipient union all select email from automated`
  if (isPermanent)
    for (const { email } of bounced)
      await tx`
        insert into email_suppression (email, reason) values (${email}, 'bounced')
        on conflict on constraint email_suppression__email__taken do nothing`
  return bounced.length > 0
}
