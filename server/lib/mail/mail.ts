import { createHash, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { createTransport } from 'nodemailer'
import type { Config } from '../../config.ts'
import type { Tx } from '../db/db.ts'

export type Mail = {
  to: string
  subject: string
  /** Sentences before the link and after it. */
  lines: readonly string[]
  link?: { url: string; label: string }
  after?: readonly string[]
}
/** A mail, and what is written down once it has left: of a link, that it was sent. What never left leaves no trace. */
export type OutgoingMail = { mail: Mail; onSent?: (tx: Tx) => Promise<unknown> }
/** The job that a mail is sent by; tried again, it is the same one. */
export type MailJob = { id: string; created_at: Date }
export type MailSender = { send: (mail: Mail, job: MailJob) => Promise<void> }

/** Sends through the mail server of the configuration; without one a mail is a file, and its link a line of the log. */
export function createMailSender(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'>,
  log: FastifyBaseLogger,
): MailSender {
  const { smtpUrl, dataDir } = config
  const from = config.mailFrom ?? `Storewright <no-reply@${new URL(config.publicUrl).hostname}>`
  if (smtpUrl) {
    // A mail server that does not answer must not hold one of the two hands that jobs have.
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
  // Whoever tries Storewright out needs this line at any level; only a silent log stays silent.
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
 * A process that ends between a mail and writing that it was sent has it sent again. By this the double is told, wherever mails
 * are read; one with another link is another mail, since of the first the link was never made good.
 */
const createMessageId = (mail: Mail, job: MailJob, from: string) =>
  `<${createHash('sha256')
    .update(JSON.stringify([job.id, job.created_at, mail]))
    .digest('hex')
    .slice(0, 40)}@${/@([^>\s]+)/.exec(from)?.[1] ?? 'storewright'}>`

const toMessage = (mail: Mail) => ({
  to: mail.to,
  subject: mail.subject,
  text: renderText(mail),
  html: renderHtml(mail),
})

const renderText = ({ lines, link, after = [] }: Mail) =>
  [...lines, ...(link ? [`${link.label}:\n${link.url}`] : []), ...after]
    .join('\n\n')
    .concat('\n\nStorewright\n')

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const renderParagraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`

function renderHtml({ subject, lines, link, after = [] }: Mail): string {
  const button =
    link &&
    `<p style="margin:24px 0"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#5b5bd6;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(link.label)}</a></p>`
  const plainLink =
    link &&
    `<p style="margin:0 0 16px;font-size:13px;color:#5f5f73;word-break:break-all">${escapeHtml(link.url)}</p>`
  return [
    '<!doctype html><html lang="en"><body style="margin:0;background:#f6f6f9"><div style="max-width:480px;margin:0 auto;padding:40px 24px;font:15px/1.5 system-ui,sans-serif;color:#1d1d2b">',
    `<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(subject)}</h1>`,
    ...lines.map(renderParagraph),
    button,
    plainLink,
    ...after.map(renderParagraph),
    '<p style="margin:32px 0 0;font-size:13px;color:#5f5f73">Storewright</p></div></body></html>',
  ]
    .filter(Boolean)
    .join('\n')
}
