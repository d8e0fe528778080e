import type { Disk } from 'flydrive'
import { z } from 'zod'
import type { App } from '../lib/call/serve.ts'
import { withStoreTransaction, withTransaction } from '../lib/db/db.ts'
import { createConcurrencyLimiter } from '../lib/file/concurrency-limiter.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { type FiledMail, fileMail } from './file-mail.ts'
import { toMailFailure } from './mail-failure.ts'
import { isMailFileUsed } from './mail-files.ts'
import { parseHead } from './read/parse-mail.ts'
import { readMail } from './read/read-mail.ts'
import { enqueueFiling } from './rule/enqueue-filing.ts'
import { verifySender } from './verify-sender.ts'

const FilesToDelete = z.object({ keys: z.array(z.string()) })
const MailToFile = z.object({ storeId: z.string(), id: z.string() })

/** After so many attempts that ended with their process, only the head of an email is read. */
const maxKilledTries = 3
/** The job has 25 attempts. */
const maxTries = 24

/** One larger email at a time, because it takes many times its size of memory. */
const largeMailBytes = 5 * 1024 * 1024
const withLargeMailTurn = createConcurrencyLimiter(1)

type MailApp = Pick<App, 'db' | 'config' | 'keys' | 'log'>

export const mailInJobs = (app: MailApp, disk: Disk): JobHandlers => ({
  'mailIn.file': async (payload, { abortSignal }) => {
    const { storeId, id } = MailToFile.parse(payload)
    const mail = await startAttempt(app, storeId, id)
    if (!mail) return
    try {
      const work = () => readAndFile(app, disk, mail, abortSignal)
      await (mail.bytes > largeMailBytes ? withLargeMailTurn(work) : work())
    } catch (error) {
      await storeFailure(app, mail, error)
      throw error
    }
  },
  'mailIn.retry': async (_payload, { abortSignal }) => {
    const mails = await withTransaction(
      app.db,
      {},
      tx => tx<{ storeId: string; id: string }[]>`select store_id, id from list_stranded_mails()`,
    )
    for (const { storeId, id } of mails) {
      abortSignal?.throwIfAborted()
      await withStoreTransaction(app.db, storeId, tx => enqueueFiling(tx, storeId, id))
    }
  },
  // A trigger enqueues it when rows are deleted, and each receipt enqueues it for later.
  'mailIn.deleteFiles': async (payload, { abortSignal }) => {
    for (const key of FilesToDelete.parse(payload).keys) {
      abortSignal?.throwIfAborted()
      const [storeId = ''] = key.split('/')
      const isUsed = await withStoreTransaction(app.db, storeId, tx => isMailFileUsed(tx, key))
      if (!isUsed) await disk.delete(key)
    }
  },
})

type StartedMail = FiledMail & { isFromMailbox: boolean; tries: number; wasKilled: boolean }

/** Counts the attempt before it starts. Returns undefined for an email that is filed already. */
const startAttempt = ({ db }: MailApp, storeId: string, id: string) =>
  withStoreTransaction(db, storeId, async tx => {
    const [mail] = await tx<StartedMail[]>`
      update mail_in m set tries = m.tries + 1, error = ''
      from (select error from mail_in where id = ${id} for update) earlier
      where m.id = ${id} and m.status = 'new'
      returning m.store_id, m.id, case when m.is_from_mailbox then null else m.sender end as sender,
        m.is_from_mailbox, m.recipient, m.client_ip, m.client_name, m.file_key, m.bytes,
        m.tries, m.tries > 1 and earlier.error = '' as was_killed`
    return mail
  })

async function readAndFile(
  app: MailApp,
  disk: Disk,
  mail: StartedMail,
  signal: AbortSignal | undefined,
): Promise<void> {
  const bytes = await disk.getBytes(mail.fileKey)
  const source = { bytes, envelopeSender: mail.sender }
  const content =
    mail.wasKilled && mail.tries > maxKilledTries
      ? await parseHead(source)
      : await readMail(source, signal)
  const authenticity = await verifySender(bytes, mail)
  signal?.throwIfAborted()
  await fileMail(app, disk, { mail, content, authenticity })
}

async function storeFailure(app: MailApp, { storeId, id, tries }: StartedMail, error: unknown) {
  const isLast = tries >= maxTries
  if (isLast) app.log.error({ err: error, mail: id }, 'An email could not be filed.')
  await withStoreTransaction(
    app.db,
    storeId,
    tx => tx`
      update mail_in set error = ${toMailFailure(error)}, status = ${isLast ? 'dead' : 'new'}
      where id = ${id} and status = 'new'`,
  ).catch(() => {})
}
