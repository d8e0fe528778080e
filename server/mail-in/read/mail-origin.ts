import type { Header } from 'postal-mime'

export type MailOrigin = 'person' | 'automatic' | 'bounce'

type MailFacts = {
  headers: readonly Header[]
  /** The address to which a report would go. Empty for reports, null if it is unknown. */
  envelopeSender: string | null
  fromEmail: string
}

const getValues = (headers: readonly Header[], key: string) =>
  headers.filter(header => header.key === key).map(({ value }) => value.trim().toLowerCase())

/**
 * Returns who wrote an email: a person, a machine such as an out-of-office reply or a mailing list, or a mail server
 * that could not deliver an email.
 */
export function detectOrigin(facts: MailFacts, hasFailedDelivery: boolean): MailOrigin {
  if (hasFailedDelivery) return 'bounce'
  return isAutomatic(facts) ? 'automatic' : 'person'
}

function isAutomatic({ headers, envelopeSender, fromEmail }: MailFacts): boolean {
  const has = (key: string) => getValues(headers, key).some(value => value !== '')
  return (
    // The comment after the keyword is allowed (RFC 3834).
    getValues(headers, 'auto-submitted').some(value => !/^no\b/.test(value)) ||
    getValues(headers, 'precedence').some(value => /^(bulk|junk|list|auto_reply)\b/.test(value)) ||
    ['x-auto-response-suppress', 'x-autoreply', 'x-autorespond', 'list-id'].some(has) ||
    getValues(headers, 'return-path').includes('<>') ||
    envelopeSender === '' ||
    /^(mailer-daemon|postmaster|no-?reply|do-?not-?reply)@/.test(fromEmail)
  )
}
