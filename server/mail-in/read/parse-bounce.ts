import type { Attachment, Email } from 'postal-mime'

export type Bounce = {
  /** The Message-IDs of the email that was not delivered. */
  emailIds: string[]
  recipient: string
  reason: string
  /** Whether the address does not exist or takes no emails. */
  isPermanent: boolean
}

/**
 * The codes of RFC 3463 and RFC 7505 about the recipient. Others are about the email, its sender, a full mailbox or
 * a server.
 */
const recipientStatus = /^5\.(1\.([1236]|10)|2\.1|4\.1)\b/

const maxReportLength = 100_000

/** Returns what a mail server reports about an email that it could not deliver, or undefined for any other email. */
export function parseBounce(email: Email, envelopeSender: string | null): Bounce | undefined {
  const { headers, attachments } = email
  const contentType = headers.find(({ key }) => key === 'content-type')?.value ?? ''
  if (!/^\s*multipart\/report\b/i.test(contentType))
    return isPlainReport(email, envelopeSender) ? plainReport : undefined
  const report = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status')
  const text = report ? readText(report) : ''
  // A delayed email is still being delivered.
  if (readField(text, 'Action')?.toLowerCase() !== 'failed') return undefined
  const original = attachments.find(({ mimeType }) =>
    ['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/rfc822-headers'].includes(
      mimeType,
    ),
  )
  const originalHeaders = original ? (readText(original).split(/\r?\n\r?\n/)[0] ?? '') : ''
  return {
    emailIds: parseEmailIds(readField(originalHeaders, 'Message-ID')),
    recipient: stripType(
      readField(text, 'Final-Recipient') ?? readField(text, 'Original-Recipient'),
    ),
    reason: stripType(readField(text, 'Diagnostic-Code') ?? readField(text, 'Status')).slice(
      0,
      500,
    ),
    isPermanent: recipientStatus.test(readField(text, 'Status') ?? ''),
  }
}

/** Some mail servers report in words only. Out-of-office replies have no sender either, but come from a person. */
const isPlainReport = ({ from, subject = '' }: Email, envelopeSender: string | null): boolean =>
  envelopeSender === '' &&
  /^(mailer-daemon|postmaster)@/i.test(from?.address ?? '') &&
  !/\b(delay|warning)/i.test(subject)

/** Only the address to which the report was sent says whose email it is. */
const plainReport: Bounce = { emailIds: [], recipient: '', reason: '', isPermanent: false }

/** Returns the Message-IDs of a header, with their angle brackets. They consist of ASCII characters. */
export const parseEmailIds = (value: string | undefined): string[] =>
  (value ?? '').slice(0, 50_000).match(/<[!-;=?-~]{1,250}>/g) ?? []

function readText({ content }: Attachment): string {
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content)
  return text.slice(0, maxReportLength)
}

/** Returns the value of the first field with this name, with its continuation lines. */
function readField(text: string, name: string): string | undefined {
  const pattern = new RegExp(`^${name}:[ \\t]*(.*(?:\\r?\\n[ \\t]+.*)*)`, 'im')
  return pattern
    .exec(text)?.[1]
    ?.replaceAll(/\s*\r?\n\s+/g, ' ')
    .trim()
}

/** The value starts with its type, such as `rfc822; ann@example.com`. */
const stripType = (value = '') => value.replace(/^[\w-]+\s*;\s*/, '')
