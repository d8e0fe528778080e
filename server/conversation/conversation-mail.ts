import type { Disk } from 'flydrive'
import { z } from 'zod'
import { getLocaleLanguage } from '#contract/lib/text/languages.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction } from '../lib/db/db.ts'
import { openDisk } from '../lib/file/disk.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { createMailSender, getInstallationSender, type Mail } from '../lib/mail/mail.ts'
import { serverTexts } from '../locales/texts.ts'
import { findStoreContactEmail } from '../store-mail/find-store-contact-email.ts'
import { loadMailStore } from '../store-mail/mail-store.ts'
import { claimUnseenAnswers } from './chat-mail.ts'
import { addReference } from './rule/message-reference.ts'
import { reopenConversation } from './rule/reopen-conversation.ts'

const MessagePayload = z.object({ storeId: z.string(), id: z.string() })

type MailTarget = { id: string; emailId: string }
type ClaimMail = (app: App, tx: Tx, target: MailTarget) => Promise<Mail | undefined>

type QueuedMessage = {
  conversationId: string
  text: string
  subject: string
  email: string
  hasEarlier: boolean
  language: string | null
  replyToken: string
  references: string[]
}

/**
 * Returns the jobs that email a reply of the store, unless it was unsent, and answers in a chat that the shopper has
 * not seen.
 */
export const conversationMailJobs = (app: App): JobHandlers => ({
  'conversation.mail': createMailJob(app, claimMessage),
  'chat.mail': createMailJob(app, claimChatMail),
})

function createMailJob(app: App, claimMail: ClaimMail): JobHandlers[string] {
  const mailer = createMailSender(app.config, app.log)
  const disk = openDisk(app.config, 'mail')
  return async (raw, { job }) => {
    const { storeId, id } = MessagePayload.parse(raw)
    const inTx = <T>(work: (tx: Tx) => Promise<T>) => withStoreTransaction(app.db, storeId, work)
    const emailId = `<${id}@${getInstallationSender(app.config).domain}>`
    const target = { id, emailId }
    const mail = await inTx(tx => claimMail(app, tx, target))
    if (!mail) return
    const files = await inTx(tx => selectFiles(tx, target))
    try {
      const attachments = await readFiles(disk, files)
      await mailer.send({ ...mail, attachments }, job)
    } catch (error) {
      if (!isRefusal(error) && job.attempts < job.max_attempts) throw error
      await inTx(tx => markFailed(tx, target))
      return
    }
    await inTx(
      tx => tx`
          update message set status = 'sent', sent_at = now(), email_id = ${emailId}, undo = null
          where (id = ${id} or email_id = ${emailId}) and status = 'sending'`,
    )
  }
}

type StoredFile = { fileName: string; contentType: string; fileKey: string }

/** The files of the message, or of all answers in the email of a chat. */
const selectFiles = (tx: Tx, { id, emailId }: MailTarget) => tx<StoredFile[]>`
  select f.name as file_name, f.content_type, f.file_key
  from message m join message_file f on f.store_id = m.store_id and f.message_id = m.id
  where m.id = ${id} or m.email_id = ${emailId}
  order by m.created_at, f.position, f.id`

const readFiles = (disk: Disk, files: readonly StoredFile[]) =>
  Promise.all(
    files.map(async ({ fileName, contentType, fileKey }) => ({
      fileName,
      contentType,
      content: Buffer.from(await disk.getBytes(fileKey)),
    })),
  )

/** Returns whether the mail server refused this message for good. Other failures are tried again. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') &&
  'responseCode' in error &&
  Number(error.responseCode) >= 500

async function markFailed(tx: Tx, { id, emailId }: MailTarget): Promise<void> {
  const [message] = await tx<{ conversationId: string }[]>`
    update message set status = 'failed', error = 'mail_refused', undo = null
    where (id = ${id} or email_id = ${emailId}) and status in ('queued', 'sending')
    returning conversation_id`
  if (message) await reopenConversation(tx, message.conversationId)
}

/**
 * Claims a message, which can no longer be unsent then, and returns its email. Returns undefined if it was
 * unsent. A job that was interrupted claims it again.
 * @throws Error if it is not due yet
 */
async function claimMessage(app: App, tx: Tx, target: MailTarget): Promise<Mail | undefined> {
  const { id } = target
  const [claimed] = await tx<{ isDue: boolean }[]>`
    update message set status = case when send_at <= clock_timestamp() then 'sending' else status end
    where id = ${id} and status in ('queued', 'sending')
    returning status = 'sending' as is_due`
  if (!claimed) return undefined
  if (!claimed.isDue) throw new Error('The message is not due yet.')
  const mail = await buildAnswer(app, tx, target)
  if (!mail) await markFailed(tx, target)
  return mail
}

async function claimChatMail(app: App, tx: Tx, target: MailTarget): Promise<Mail | undefined> {
  const text = await claimUnseenAnswers(tx, target)
  if (text === undefined) return undefined
  const mail = await buildAnswer(app, tx, { ...target, text })
  if (!mail) await markFailed(tx, target)
  return mail
}

async function buildAnswer(
  app: App,
  tx: Tx,
  { id, emailId, text }: MailTarget & { text?: string },
): Promise<Mail | undefined> {
  const [[message], store, mailbox] = await Promise.all([
    selectMessage(tx, id),
    loadMailStore(app, tx),
    findStoreContactEmail(tx),
  ])
  if (!message || !store || !message.email) return undefined
  await addReference(tx, message.conversationId, emailId)
  const language = getLocaleLanguage(message.language ?? store.locale)
  const t = serverTexts[language]
  // Replies return to this conversation if the installation receives emails.
  const { mailIn } = app.config
  const replyAddress = mailIn ? `r+${message.replyToken}@${mailIn.host}` : mailbox
  const subject = message.subject || t('conversation.subject', { store: store.name })
  return {
    to: message.email,
    sender: { ...store.sender, language },
    ...(replyAddress && { replyTo: { name: store.name, address: replyAddress } }),
    thread: { messageId: emailId, references: message.references },
    subject: message.hasEarlier ? `Re: ${subject}` : subject,
    heading: '',
    lines: (text ?? message.text).split(/\n{2,}/),
    design: store.design,
  }
}

/** The message with the last emails that it answers, the newest last. */
const selectMessage = (tx: Tx, id: string) => tx<QueuedMessage[]>`
  select m.conversation_id, m.text, c.subject, c.email, c.language, c.reply_token,
    exists (
      select from message e
      where e.conversation_id = m.conversation_id and e.direction in ('in', 'out') and e.status <> 'draft'
        and (e.created_at, e.id) < (m.created_at, m.id)) as has_earlier,
    array(
      select n.email_id from (
        select e.email_id, e.created_at, e.id from message e
        where e.conversation_id = m.conversation_id and e.email_id is not null
        order by e.created_at desc, e.id desc limit 10) n
      order by n.created_at, n.id) as references
  from message m join conversation c on c.store_id = m.store_id and c.id = m.conversation_id
  where m.id = ${id}`
