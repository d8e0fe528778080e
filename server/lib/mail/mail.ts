import { createHash, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { createTransport } from 'nodemailer'
import { getLanguageDirection } from '#contract/lib/languages.ts'
import type { Config } from '../../config.ts'
import type { Tx } from '../db/db.ts'

export type Mail = {
  to: string
  /** The Reply-To address. */
  replyTo?: { name: string; address: string }
  /** The store that sends the mail, otherwise Storewright, in English. */
  sender?: { name: string; language: string }
  subject: string
  /** Paragraphs before the link. */
  lines: readonly string[]
  link?: { url: string; label: string }
  /** Paragraphs after the link. */
  after?: readonly string[]
}
/** An email, and a function that stores that it was sent, such as the hash of its link. */
export type OutgoingMail = { mail: Mail; onSent?: (tx: Tx) => Promise<unknown> }
/** The job that sends an email. It is the same job at each retry. */
export type MailJob = { id: string; created_at: Date }
export type MailSender = { send: (mail: Mail, job: MailJob) => Promise<void> }

/**
 * Returns a sender of emails. Without `smtpUrl`, it writes each email to a file and its link to the
 * log.
 */
export function createMailSender(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'>,
  log: FastifyBaseLogger,
): MailSender {
  const { smtpUrl, dataDir } = config
  const from = config.mailFrom ?? `Storewright <no-reply@${new URL(config.publicUrl).hostname}>`
  if (smtpUrl) {
    // An unresponsive mail server must not block one of the two job slots.
    const transport = createTransport({
      url: smtpUrl,
      connectionTimeout: 15_000,
      greetingTimeout: 15_000,
      socketTimeout: 30_000,
    })
    return {
      send: async (mail, job) =>
        void (await transport.sendMail({
          from,
          messageId: createMessageId(mail, job, from),
          ...toMessage(mail),
        })),
    }
  }
  const transport = createTransport({ streamTransport: true, buffer: true })
  // Logged at any level but `silent`, because the link is needed to try Storewright out.
  const mailLog = log.child({}, { level: 'info' })
  return {
    async send(mail, job) {
      const { message } = await transport.sendMail({
        from,
        messageId: createMessageId(mail, job, from),
        ...toMessage(mail),
      })
      const file = join(
        dataDir,
        'outbox',
        `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomBytes(3).toString('hex')}.eml`,
      )
      await mkdir(join(dataDir, 'outbox'), { recursive: true })
      await writeFile(file, message, { mode: 0o600 })
      mailLog.info(
        { to: mail.to, file, link: mail.link?.url },
        `SMTP_URL is not set, so this mail was written to a file: ${mail.subject}`,
      )
    },
  }
}

/**
 * Returns the same Message-ID for the same email of a job, so that mail programs recognize
 * duplicates: a job whose process ends right after sending sends again. An email with another link
 * is a different one, because the first link was never activated.
 */
function createMessageId(mail: Mail, job: MailJob, from: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([job.id, job.created_at, mail]))
    .digest('hex')
  const host = /@([^>\s]+)/.exec(from)?.[1] ?? 'storewright'
  return `<${hash.slice(0, 40)}@${host}>`
}

const toMessage = (mail: Mail) => ({
  to: mail.to,
  ...(mail.replyTo && { replyTo: mail.replyTo }),
  subject: mail.subject,
  text: renderText(mail),
  html: renderHtml(mail),
})

const renderText = ({ sender, lines, link, after = [] }: Mail) =>
  [...lines, ...(link ? [`${link.label}:\n${link.url}`] : []), ...after]
    .join('\n\n')
    .concat(`\n\n${sender?.name ?? 'Storewright'}\n`)

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Inline styles, because mail programs ignore style sheets. */
const styles = {
  body: 'margin:0;background:#f6f6f9',
  page:
    'max-width:480px;margin:0 auto;padding:40px 24px;' +
    'font:15px/1.5 system-ui,sans-serif;color:#1d1d2b',
  heading: 'margin:0 0 16px;font-size:20px',
  paragraph: 'margin:0 0 16px',
  buttonParagraph: 'margin:24px 0',
  button:
    'display:inline-block;padding:12px 20px;border-radius:6px;' +
    'background:#5b5bd6;color:#ffffff;text-decoration:none;font-weight:600',
  plainLink: 'margin:0 0 16px;font-size:13px;color:#5f5f73;word-break:break-all',
  footer: 'margin:32px 0 0;font-size:13px;color:#5f5f73',
}

const renderParagraph = (text: string) => `<p style="${styles.paragraph}">${escapeHtml(text)}</p>`

function renderLink({ url, label }: NonNullable<Mail['link']>): string[] {
  const href = escapeHtml(url)
  const button = `<a href="${href}" style="${styles.button}">${escapeHtml(label)}</a>`
  return [
    `<p style="${styles.buttonParagraph}">${button}</p>`,
    `<p style="${styles.plainLink}">${href}</p>`,
  ]
}

function renderHtml({ sender, subject, lines, link, after = [] }: Mail): string {
  const { name, language } = sender ?? { name: 'Storewright', language: 'en' }
  return [
    `<!doctype html><html lang="${language}" dir="${getLanguageDirection(language)}">`,
    `<body style="${styles.body}"><div style="${styles.page}">`,
    `<h1 style="${styles.heading}">${escapeHtml(subject)}</h1>`,
    ...lines.map(renderParagraph),
    ...(link ? renderLink(link) : []),
    ...after.map(renderParagraph),
    `<p style="${styles.footer}">${escapeHtml(name)}</p></div></body></html>`,
  ].join('\n')
}
