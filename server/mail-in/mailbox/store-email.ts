import { Readable } from 'node:stream'
import type { Disk } from 'flydrive'
import type { MailFailure } from '#contract/desk/mail-in.ts'
import { Problem } from '../../lib/call/problem.ts'
import type { App } from '../../lib/call/serve.ts'
import { acceptMail, type MailDelivery, maxMailBytes } from '../accept-mail.ts'
import { type FoundEmail, readEmail } from './find-emails.ts'
import type { OpenMailbox } from './open-mailbox.ts'

/** The part of an email that is too large. */
const storedStartBytes = 64 * 1024
/** The server replies to each request for a part of an email. */
const chunkSize = 1024 * 1024

export type MailboxApp = Pick<App, 'db' | 'config' | 'keys' | 'log'>
type EmailTarget = { app: MailboxApp; disk: Disk; storeId: string; username: string }

/** Stores an email of a mailbox, or only its start if it is too large. @throws UnreadableEmailError */
export async function storeEmail(
  target: EmailTarget,
  connection: OpenMailbox,
  email: FoundEmail,
): Promise<void> {
  const { app, disk } = target
  if (email.size > maxMailBytes) return storeBeginning(target, connection, email)
  const isTooLarge = await withContent(connection, email, {}, async content => {
    try {
      await acceptMail(app, disk, content, toDelivery(target, email))
      return false
    } catch (error) {
      // The server has named another size.
      if (error instanceof Problem && error.status === 413) return true
      throw error
    }
  })
  if (isTooLarge) await storeBeginning(target, connection, email)
}

/** Stores a text in place of an email that the server does not send, so that staff know of it. */
export async function refuseUnreadableEmail(
  target: EmailTarget,
  { uidValidity }: OpenMailbox,
  { uid, sender, size }: FoundEmail,
): Promise<void> {
  // The numbers make each of these texts different.
  const text = `From: ${sender}\r\nX-Mailbox-UID: ${uidValidity}/${uid}\r\n\r\n`
  await refuseEmail(target, Readable.from([Buffer.from(text)]), {
    sender,
    size,
    reason: 'unreadable',
  })
}

const storeBeginning = (
  target: EmailTarget,
  connection: OpenMailbox,
  { sender, ...email }: FoundEmail,
) =>
  withContent(connection, email, { maxBytes: storedStartBytes }, content =>
    refuseEmail(target, content, { sender, size: email.size, reason: 'too_large' }),
  )

const refuseEmail = (
  target: EmailTarget,
  content: Readable,
  { sender, size, reason }: Pick<FoundEmail, 'sender' | 'size'> & { reason: MailFailure },
) =>
  acceptMail(target.app, target.disk, content, {
    ...toDelivery(target, { sender }),
    failure: { reason, bytes: Math.min(size, 2 ** 31 - 1) },
  })

const toDelivery = (
  { storeId, username }: EmailTarget,
  { sender }: Pick<FoundEmail, 'sender'>,
): MailDelivery => ({
  recipients: [{ storeId, address: username }],
  sender,
  isFromMailbox: true,
  clientIp: '',
  clientName: '',
})

/** Runs work with the bytes of an email, unless it was deleted. @throws UnreadableEmailError */
async function withContent<T>(
  connection: OpenMailbox,
  { uid }: Pick<FoundEmail, 'uid'>,
  options: { maxBytes?: number },
  work: (content: Readable) => Promise<T>,
): Promise<T | undefined> {
  const { content } = await readEmail(connection, () =>
    connection.client.download(String(uid), undefined, { uid: true, chunkSize, ...options }),
  )
  if (!content) return undefined
  let readError: Error | undefined
  content.once('error', error => {
    readError = error
  })
  try {
    return await work(content)
  } catch (error) {
    // The disk can fail too, which is no reason to leave the email out.
    if (readError) await readEmail(connection, () => Promise.reject(readError))
    throw error
  } finally {
    content.destroy()
  }
}
