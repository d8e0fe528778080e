import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import { normalizeEmail } from '#contract/lib/text/email.ts'
import { toPlainText } from '#contract/lib/text/plain-text.ts'
import { cleanMailHtml } from './clean-mail-html.ts'
import { findQuote } from './find-quote.ts'
import { detectOrigin, type MailOrigin } from './mail-origin.ts'
import { type Bounce, parseBounce, parseEmailIds } from './parse-bounce.ts'

export type MailFile = {
  name: string
  contentType: string
  content: Uint8Array
  /** Whether the HTML shows it. */
  isInline: boolean
}
export type MailSource = {
  bytes: Uint8Array
  /** The address to which a report would go. Empty for reports, null if it is unknown. */
  envelopeSender: string | null
}
export type ParsedMail = {
  fromName: string
  fromEmail: string
  to: string[]
  cc: string[]
  subject: string
  emailId: string | undefined
  /** The Message-IDs of the emails that this one answers, the last one last. */
  references: string[]
  text: string
  html: string | undefined
  remoteImageCount: number
  quoteStart: number | undefined
  origin: MailOrigin
  bounce: Bounce | undefined
  files: MailFile[]
  /** Files beyond the limit are only in the original email. */
  omittedFileCount: number
  /** Why the text is missing or incomplete. */
  problem: 'unreadable' | 'encrypted' | undefined
}

const parserLimits = {
  maxNestingDepth: 30,
  maxHeadersSize: 256 * 1024,
  // Emails in emails stay files.
  forceRfc822Attachments: true,
}
const maxFiles = 50
const maxTextLength = 100_000
const maxRecipients = 50

/** The task of the thread that reads emails. An email that cannot be read keeps the fields of its head. */
export async function parseMail(source: MailSource): Promise<ParsedMail> {
  try {
    return toParsedMail(await PostalMime.parse(source.bytes, parserLimits), source)
  } catch {
    return parseHead(source)
  }
}

/** Returns an email without its text, from the lines before the first empty one. */
export async function parseHead({ bytes, envelopeSender }: MailSource): Promise<ParsedMail> {
  const start = Buffer.from(bytes.subarray(0, 16_384)).toString('latin1')
  const head = start.split(/\r?\n\r?\n/)[0] ?? ''
  // Without the fields about the structure, which can be what is broken.
  const fields = head
    .split(/\r?\n(?![ \t])/)
    .filter(line =>
      /^(from|to|cc|subject|message-id|in-reply-to|references|auto-submitted|precedence|list-id):/i.test(
        line,
      ),
    )
  const email = await PostalMime.parse(`${fields.join('\r\n')}\r\n\r\n`, parserLimits).catch(
    () => emptyEmail,
  )
  const source = { bytes: new Uint8Array(), envelopeSender }
  return { ...toParsedMail(email, source), problem: 'unreadable' }
}

const emptyEmail: Email = { headers: [], headerLines: [], attachments: [] }

function toParsedMail(email: Email, { envelopeSender }: MailSource): ParsedMail {
  const [from] = listAddresses(email.from ? [email.from] : [])
  const fromEmail = from?.address ?? normalizeEmail(envelopeSender ?? '')
  const attachments = email.attachments.slice(0, maxFiles)
  const html = email.html ? cleanMailHtml(email.html, mapContentIds(attachments)) : undefined
  const text = toText(email, html?.html)
  const bounce = parseBounce(email, envelopeSender)
  return {
    fromName: from?.name ?? '',
    fromEmail,
    to: listAddresses(email.to).map(({ address }) => address),
    cc: listAddresses(email.cc).map(({ address }) => address),
    subject: clean(email.subject ?? '', 500),
    emailId: parseEmailIds(email.messageId)[0],
    references: [...parseEmailIds(email.references), ...parseEmailIds(email.inReplyTo)].slice(-50),
    text,
    html: html && clean(html.html, html.html.length),
    remoteImageCount: html?.remoteImageCount ?? 0,
    quoteStart: findQuote(text),
    origin: detectOrigin(
      { headers: email.headers, envelopeSender, fromEmail },
      bounce !== undefined,
    ),
    bounce,
    files: attachments.map(toFile),
    omittedFileCount: email.attachments.length - attachments.length,
    problem: isEncrypted(email) && text === '' ? 'encrypted' : undefined,
  }
}

/** PostgreSQL cannot store the character NUL, or half of a character. */
const clean = (text: string, length: number) =>
  text.slice(0, length).replaceAll('\0', '').replaceAll(/\r\n?/g, '\n').toWellFormed()

const cleanLine = (text: string, length: number) =>
  clean(text, length * 4)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, length)
    .toWellFormed()

function toText({ text, html: originalHtml }: Email, html: string | undefined): string {
  // Some programs add an empty text to the HTML.
  if (text?.trim() && !(originalHtml && isGenerated(text))) return clean(text, maxTextLength).trim()
  return clean(html === undefined ? (text ?? '') : toPlainText(html), maxTextLength).trim()
}

/** A text that asks the reader for another program has no content. */
const isGenerated = (text: string) =>
  text.length < 300 &&
  /\b(html|e-?mail client|mail program)\b.*\b(view|support|display)/i.test(text)

type MailAddress = { name: string; address: string }

const listAddresses = (addresses: readonly Address[] = []): MailAddress[] =>
  addresses
    .slice(0, maxRecipients)
    .flatMap(entry => entry.group ?? [entry])
    .filter(({ address }) => address?.includes('@'))
    .map(({ name, address }) => ({
      name: cleanLine(name, 120),
      address: cleanLine(normalizeEmail(address), 254),
    }))
    .slice(0, maxRecipients)

const mapContentIds = (attachments: readonly Attachment[]) =>
  new Map(
    attachments.flatMap(({ contentId, mimeType }, position) =>
      contentId && /^image\/(png|jpeg|gif|webp)$/.test(mimeType)
        ? [[contentId.replace(/^<|>$/g, ''), position] as const]
        : [],
    ),
  )

function toFile(attachment: Attachment, position: number): MailFile {
  const { filename, mimeType, content, related } = attachment
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
  return {
    name: toFileName(filename ?? '') || `file-${position + 1}`,
    contentType: /^[\w.+-]+\/[\w.+-]+$/.test(mimeType)
      ? mimeType.slice(0, 100)
      : 'application/octet-stream',
    content: bytes,
    isInline: related === true,
  }
}

/** A name without the folder that some programs add. */
const toFileName = (name: string) =>
  cleanLine(name.split(/[/\\]/).at(-1) ?? '', 200).replaceAll(/[<>:"|?*\p{C}]/gu, '_')

const isEncrypted = ({ headers, attachments }: Email) =>
  /^\s*(multipart\/encrypted|application\/(x-)?pkcs7-mime)\b/i.test(
    headers.find(({ key }) => key === 'content-type')?.value ?? '',
  ) || attachments.some(({ mimeType }) => /^application\/(x-)?pkcs7-mime$/.test(mimeType))
