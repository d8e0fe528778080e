import type { Disk } from 'flydrive'
import { z } from 'zod'
import { type MailboxInput, mailboxApi } from '#contract/store/mailbox.ts'
import { pauseDeadline } from '../../lib/call/deadline.ts'
import { assertFound, createFieldProblem, Problem } from '../../lib/call/problem.ts'
import { type App, serve, serveWithoutTransaction } from '../../lib/call/serve.ts'
import { withTransaction } from '../../lib/db/db.ts'
import { enqueueJobs, type JobHandlers } from '../../lib/job/jobs.ts'
import { consumeRateLimit } from '../../lib/security/rate-limit.ts'
import { getWebhookPolicy } from '../../webhook/rule/webhook-url.ts'
import { checkMailbox } from './check-mailbox.ts'
import { getMailbox, saveMailbox } from './mailbox-store.ts'
import { toMailboxFailure, withMailbox } from './open-mailbox.ts'

/** How long staff wait for the server of a mailbox. A job fetches the emails that take longer. */
const maxCallMs = 20_000

/** Serves the mailbox of a store, from which a job fetches emails. */
export function mailboxRoutes(app: App, disk: Disk): void {
  serve(app, mailboxApi.get, ({ tx }) => getMailbox(tx))
  serve(app, mailboxApi.getAddress, async ({ tx }) => {
    const [store] = await tx<{ slug: string }[]>`select slug from store where id = current_store()`
    const { mailIn } = app.config
    return { address: mailIn && store ? `${store.slug}@${mailIn.host}` : null }
  })
  serveWithoutTransaction(app, mailboxApi.connect, async ({ body, principal, inTx }) => {
    await consumeRateLimit(app, 'mailboxConnection', { target: principal.storeId })
    const position = await pauseDeadline(() => findPosition(app, body))
    return inTx(async tx => assertFound(await saveMailbox(tx, app.keys, body, position)))
  })
  serveWithoutTransaction(app, mailboxApi.check, async ({ principal: { storeId }, inTx }) => {
    const signal = AbortSignal.timeout(maxCallMs)
    const isChecked = await pauseDeadline(() => checkMailbox({ app, disk, storeId, signal }))
    const mailbox = await inTx(async tx => assertFound(await getMailbox(tx)))
    if (!isChecked) throw new Problem(409, 'mailbox_being_checked')
    return mailbox
  })
  serve(app, mailboxApi.disconnect, async ({ tx }) => {
    await tx`delete from mailbox`
  })
  Object.assign(app.jobs, mailboxJobs(app, disk))
}

const fieldsByFailure = {
  mailbox_unreachable: 'server',
  mailbox_certificate: 'server',
  mailbox_unencrypted: 'encryption',
  mailbox_password_refused: 'password',
  mailbox_email_unreadable: 'server',
  mailbox_unsupported: 'server',
  mailbox_unexpected: 'server',
} as const

/** Logs in to a mailbox. Returns the position of the next email. @throws Problem 422 with the reason */
async function findPosition(app: App, input: MailboxInput) {
  const policy = getWebhookPolicy(app.config)
  const signal = AbortSignal.timeout(maxCallMs)
  try {
    return await withMailbox(input, { policy, signal }, async ({ uidValidity, nextUid }) => ({
      uidValidity,
      nextUid,
    }))
  } catch (error) {
    const failure = toMailboxFailure(signal.aborted ? signal.reason : error)
    if (failure === 'mailbox_unexpected')
      app.log.error({ err: error }, 'A mailbox could not be connected.')
    throw createFieldProblem(fieldsByFailure[failure], failure)
  }
}

const CheckPayload = z.object({ storeId: z.string() })

const mailboxJobs = (app: App, disk: Disk): JobHandlers => ({
  'mailbox.schedule': async () => {
    await withTransaction(app.db, {}, async tx => {
      const stores = await tx<{ storeId: string }[]>`select store_id from list_due_mailboxes()`
      await enqueueJobs(
        tx,
        stores.map(({ storeId }) => ({
          task: 'mailbox.check',
          payload: { storeId },
          key: `mailbox.check ${storeId}`,
        })),
      )
    })
  },
  'mailbox.check': async (payload, { abortSignal }) => {
    const { storeId } = CheckPayload.parse(payload)
    const signal = abortSignal ?? new AbortController().signal
    await checkMailbox({ app, disk, storeId, signal })
  },
})
