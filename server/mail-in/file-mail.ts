import type { Disk } from 'flydrive'
import { getLocaleLanguage } from '#contract/lib/text/languages.ts'
import { markRecipientBounced } from '../campaign/rule/mark-recipient-bounced.ts'
import { type MarketingAddress, parseMarketingAddress } from '../campaign/rule/marketing-address.ts'
import { addMessage } from '../conversation/rule/add-message.ts'
import { applySenderRule } from '../conversation/rule/apply-sender-rule.ts'
import { addReference } from '../conversation/rule/message-reference.ts'
import { reopenConversation } from '../conversation/rule/reopen-conversation.ts'
import { reserveMailFiles } from '../conversation/rule/reserve-mail-files.ts'
import { endShopperChats } from '../conversation/rule/shopper-chat.ts'
import type { App } from '../lib/call/serve.ts'
import { insertRows, type Tx, withStoreTransaction } from '../lib/db/db.ts'
import { serverTexts } from '../locales/texts.ts'
import { type ChosenConversation, chooseConversation } from './choose-conversation.ts'
import type { ParsedMail } from './read/parse-mail.ts'
import type { Authenticity } from './verify-sender.ts'

export type FiledMail = {
  storeId: string
  id: string
  sender: string | null
  recipient: string
  clientIp: string
  clientName: string
  fileKey: string
  bytes: number
}
type MailToFile = { mail: FiledMail; content: ParsedMail; authenticity: Authenticity }
type StoredFile = ParsedMail['files'][number] & { id: string; fileKey: string }

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    message_original: {
      messageId: string
      fileKey: string
      bytes: number
      authenticity: Authenticity
      remoteImageCount: number
      omittedFileCount: number
      problem: ParsedMail['problem'] | null
    }
    message_file: {
      _id: string
      messageId: string
      position: number
      name: string
      contentType: string
      bytes: number
      isInline: boolean
      fileKey: string
    }
  }
}

/** More emails of one address in an hour are filed like those of a machine, so that two machines do not talk. */
const maxHourlyMails = 20

/** Files an email as a message. An email that is filed already stays as it is. */
export async function fileMail(
  app: Pick<App, 'db' | 'config' | 'keys'>,
  disk: Disk,
  { mail, ...rest }: MailToFile,
): Promise<void> {
  const { storeId, id } = mail
  const inTx = <T>(work: (tx: Tx) => Promise<T>) => withStoreTransaction(app.db, storeId, work)
  const files = await storeFiles(disk, rest.content, count =>
    inTx(tx => reserveMailFiles(tx, storeId, count)),
  )
  await inTx(async tx => {
    // One email can arrive at two addresses, and two emails about one order at the same time.
    await tx`select pg_advisory_xact_lock(hashtextextended('mail_in ' || ${storeId}, 0))`
    const [unfiled] = await tx`select from mail_in where id = ${id} and status = 'new' for update`
    if (!unfiled) return
    const mailHost = app.config.mailIn?.host ?? ''
    const text = rest.content.text || (await describeProblem(tx, rest.content))
    const content = { ...rest.content, text }
    const isHandled = await handleMarketingMail(
      tx,
      content,
      parseMarketingAddress(app, mail.recipient),
    )
    if (!isHandled && !(await isRepeated(tx, content)))
      await addMail(tx, { ...rest, mail, content, files, mailHost })
    await tx`
      update mail_in set status = 'done', sender = '', recipient = '', client_ip = '', client_name = '', error = ''
      where id = ${id}`
  })
}

/**
 * Ends the consent of a person, or counts a failed delivery in the results of its campaign. Returns whether the email
 * is no message: then the inbox does not show it. Out-of-office replies also go to the address for reports.
 */
async function handleMarketingMail(
  tx: Tx,
  { bounce, origin }: ParsedMail,
  address: MarketingAddress | undefined,
): Promise<boolean> {
  if (address?.purpose === 'unsubscribe') {
    await tx`select stop_marketing(${address.recipientId})`
    return true
  }
  if (bounce && (await markRecipientBounced(tx, { ...bounce, recipientId: address?.recipientId })))
    return true
  return address !== undefined && origin !== 'person'
}

async function storeFiles(
  disk: Disk,
  { files }: ParsedMail,
  reserve: (count: number) => Promise<{ id: string; fileKey: string }[]>,
): Promise<StoredFile[]> {
  const reserved = await reserve(files.length)
  const stored = files.flatMap((file, i) => (reserved[i] ? [{ ...file, ...reserved[i] }] : []))
  for (const { fileKey, content } of stored) await disk.put(fileKey, content)
  return stored
}

/**
 * Returns whether the email is one that the store has sent itself, or one that it received at another address. Some
 * programs use the same Message-ID again, so the text counts too.
 */
async function isRepeated(tx: Tx, { emailId, text }: ParsedMail): Promise<boolean> {
  if (emailId === undefined) return false
  const [row] = await tx`
    select from message
    where email_id = ${emailId} and (direction = 'out' or (direction = 'in' and text = ${text})) limit 1`
  return row !== undefined
}

type MailWithFiles = MailToFile & { files: readonly StoredFile[]; mailHost: string }

async function addMail(tx: Tx, { mail, content, authenticity, ...rest }: MailWithFiles) {
  const { mailHost, files } = rest
  const failed = content.bounce && (await markBounced(tx, content.bounce.emailIds))
  const conversation =
    failed ??
    (await chooseConversation(tx, {
      recipient: mail.recipient,
      content,
      mailHost,
      isForged: isForged(authenticity),
    }))
  await restoreFromTrash(tx, conversation, content)
  await applySenderRule(tx, conversation.id, {
    fromEmail: content.fromEmail,
    isNew: conversation.isNew,
  })
  // A shopper has only named the email of their chat, and must not see the emails of its owner.
  if (content.origin === 'person') await endShopperChats(tx, conversation.id)
  const messageId = await addMessage(tx, {
    conversationId: conversation.id,
    direction: 'in',
    status: 'received',
    origin: await getOrigin(tx, content),
    fromName: content.fromName,
    fromEmail: content.fromEmail,
    toEmails: content.to,
    ccEmails: content.cc,
    subject: content.subject,
    text: content.text,
    html: content.html ?? null,
    quoteStart: content.quoteStart ?? null,
    emailId: content.emailId ?? null,
  })
  if (content.emailId !== undefined) await addReference(tx, conversation.id, content.emailId)
  await tx`
    insert into message_original (
      message_id, file_key, bytes, authenticity, remote_image_count, omitted_file_count, problem)
    values (
      ${messageId}, ${mail.fileKey}, ${mail.bytes}, ${tx.json(authenticity)}, ${content.remoteImageCount},
      ${content.omittedFileCount}, ${content.problem ?? null})`
  await insertRows(
    tx,
    'message_file',
    files.map(({ id, fileKey, name, contentType, content: bytes, isInline }, position) => ({
      _id: id,
      messageId,
      position,
      name,
      contentType,
      bytes: bytes.length,
      isInline,
      fileKey,
    })),
  )
}

/** Returns whether the domain of the sender says that the email is not from it. */
const isForged = ({ dmarc, policy }: Authenticity) =>
  dmarc === 'fail' && ['quarantine', 'reject'].includes(policy)

/** Marks the message that was not delivered. Returns its conversation. */
async function markBounced(
  tx: Tx,
  emailIds: readonly string[],
): Promise<ChosenConversation | undefined> {
  const [message] = await tx<{ conversationId: string }[]>`
    update message set status = 'bounced', error = 'mail_bounced'
    where direction = 'out' and status in ('queued', 'sending', 'sent', 'bounced')
      and email_id = any (${[...emailIds]}::text[])
    returning conversation_id`
  if (!message) return undefined
  await reopenConversation(tx, message.conversationId)
  return { id: message.conversationId, isNew: false }
}

/** An answer of a person brings a conversation back from the trash. */
async function restoreFromTrash(tx: Tx, { id }: ChosenConversation, { origin }: ParsedMail) {
  if (origin === 'person')
    await tx`update conversation set place = 'inbox' where id = ${id} and place = 'trash'`
}

async function getOrigin(tx: Tx, { origin, fromEmail }: ParsedMail): Promise<ParsedMail['origin']> {
  if (origin !== 'person') return origin
  const [row] = await tx<{ count: number }[]>`
    select count(*)::integer as count
    from conversation c join message m on m.store_id = c.store_id and m.conversation_id = c.id
    where c.email = ${fromEmail} and m.from_email = ${fromEmail} and m.direction = 'in'
      and c.last_message_at > now() - interval '1 hour' and m.created_at > now() - interval '1 hour'`
  return (row?.count ?? 0) >= maxHourlyMails ? 'automatic' : 'person'
}

/** Returns a sentence in the language of the store for an email without a text. */
async function describeProblem(tx: Tx, { problem }: ParsedMail): Promise<string> {
  if (problem === undefined) return ''
  const [store] = await tx<{ locale: string }[]>`select locale from store`
  const t = serverTexts[getLocaleLanguage(store?.locale ?? 'en')]
  return problem === 'encrypted' ? t('conversation.encrypted') : t('conversation.unreadable')
}
