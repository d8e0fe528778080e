import { createHash, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { createTransport } from 'nodemailer'
import type { Config } from '../../config.ts'
import type { Tx } from '../db/db.ts'
import type { MailContent } from './mail-content.ts'
import { mailCodeId, renderMailHtml, renderMailText } from './render-mail.ts'

export type Mail = MailContent & {
  to: string
  /** The Reply-To address. */
  replyTo?: { name: string; address: string }
  /** The Message-ID, and those of the emails that this one answers. By default, it is derived from the content. */
  thread?: { messageId: string; references: readonly string[] }
  /** The Message-ID of an email that starts a thread. By default, it is derived from the content. */
  messageId?: string
  /** Mail programs show a button that requests this URL by POST. */
  unsubscribeUrl?: string
  /** Mail programs without this button send an email to this address. */
  unsubscribeAddress?: string | undefined
  /** The address that receives reports about the delivery. By default, that of the sender. */
  returnPath?: string | undefined
  attachments?: readonly { fileName: string; content: Buffer; contentType?: string }[]
}
/** An email, and a function that stores that it was sent, such as the hash of its link. */
export type OutgoingMail = { mail: Mail; onSent?: (tx: Tx) => Promise<unknown> }
/** The job that sends an email. It is the same job at each retry. */
export type MailJob = { id: string; created_at: Date }
export type MailSender = {
  send: (mail: Mail, job: MailJob) => Promise<void>
  /** Closes the connections that a sender keeps. */
  close: () => void
}

/** Returns the sender of emails without one of their own, and its domain. */
export function getInstallationSender({
  mailFrom,
  publicUrl,
}: Pick<Config, 'mailFrom' | 'publicUrl'>): { from: string; domain: string } {
  const from = mailFrom ?? `Storewright <no-reply@${new URL(publicUrl).hostname}>`
  return { from, domain: (/@([^>\s]+)/.exec(from)?.[1] ?? 'storewright').toLowerCase() }
}

/**
 * Returns a sender of emails. Without `smtpUrl`, it writes each email to a file and its link to the
 * log. With `connections`, it keeps so many of them open for many emails.
 */
export function createMailSender(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'>,
  log: FastifyBaseLogger,
  { connections }: { connections?: number } = {},
): MailSender {
  const { smtpUrl, dataDir } = config
  const { from } = getInstallationSender(config)
  if (smtpUrl) {
    // An unresponsive mail server must not block one of the two job slots.
    const transport = createTransport({
      url: smtpUrl,
      ...(connections && { pool: true, maxConnections: connections, maxMessages: 1000 }),
      connectionTimeout: 15_000,
      greetingTimeout: 15_000,
      socketTimeout: 30_000,
    })
    return {
      send: async (mail, job) =>
        void (await transport.sendMail({
          from: createSender(mail, from),
          messageId: createMessageId(mail, job, from),
          ...toMessage(mail),
        })),
      close: () => transport.close(),
    }
  }
  const transport = createTransport({ streamTransport: true, buffer: true })
  // Logged at any level but `silent`, because the link is needed to try Storewright out.
  const mailLog = log.child({}, { level: 'info' })
  return {
    close: () => {},
    async send(mail, job) {
      const { message } = await transport.sendMail({
        from: createSender(mail, from),
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
  if (mail.thread) return mail.thread.messageId
  if (mail.messageId) return mail.messageId
  const hash = createHash('sha256')
    .update(JSON.stringify([job.id, job.created_at, mail]))
    .digest('hex')
  const host = /@([^>\s]+)/.exec(from)?.[1] ?? 'storewright'
  return `<${hash.slice(0, 40)}@${host}>`
}

/**
 * An email of a store has its name. Its address is that of the store's own domain, if the store has
 * verified one, else that of the installation, which may send it.
 */
const createSender = ({ sender }: Mail, from: string) =>
  sender
    ? { name: sender.name, address: sender.address ?? /<([^>]+)>/.exec(from)?.[1] ?? from }
    : from

/** Mail programs show the button to unsubscribe only if the signature covers its headers (RFC 8058). */
const signedHeaders = [
  'From',
  'Reply-To',
  'To',
  'Subject',
  'Date',
  'Message-ID',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
].join(':')

const toMessage = (mail: Mail) => ({
  // As an object, because a text would be parsed as a list of recipients.
  to: { name: '', address: mail.to },
  ...(mail.returnPath && { envelope: { from: mail.returnPath, to: mail.to } }),
  ...(mail.replyTo && { replyTo: mail.replyTo }),
  ...(mail.sender?.signature && {
    dkim: { ...mail.sender.signature, headerFieldNames: signedHeaders },
  }),
  subject: mail.subject,
  ...(mail.thread && {
    inReplyTo: mail.thread.references.at(-1),
    references: [...mail.thread.references],
  }),
  headers: {
    // Nobody answers an email of a machine. That of a person belongs to a conversation.
    ...(!mail.thread && { 'Auto-Submitted': 'auto-generated' }),
    ...(mail.unsubscribeUrl && {
      'List-Unsubscribe': [
        `<${mail.unsubscribeUrl}>`,
        ...(mail.unsubscribeAddress ? [`<mailto:${mail.unsubscribeAddress}>`] : []),
      ].join(', '),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
  text: renderMailText(mail),
  html: renderMailHtml(mail),
  attachments: [
    ...(mail.transfer?.code
      ? [
          {
            filename: 'payment-code.png',
            content: mail.transfer.code.png,
            cid: mailCodeId,
            contentDisposition: 'inline' as const,
          },
        ]
      : []),
    ...(mail.attachments ?? []).map(({ fileName, ...file }) => ({ filename: fileName, ...file })),
  ],
})
