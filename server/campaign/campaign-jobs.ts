import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { App } from '../lib/call/serve.ts'
import {
  type RunInTransaction,
  type Tx,
  withStoreTransaction,
  withTransaction,
} from '../lib/db/db.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { createMailSender, type MailJob, type MailSender } from '../lib/mail/mail.ts'
import {
  chooseRecipients,
  claimRecipients,
  failInterruptedEmails,
  markCampaignSent,
  storeResults,
} from './campaign-recipient.ts'
import { enqueueSending, startScheduledCampaign } from './campaign-status.ts'
import { getCampaign } from './campaign-store.ts'
import {
  buildMarketingMail,
  findStaffEmail,
  loadMarketingContent,
  type MarketingContent,
  type MarketingRecipient,
} from './marketing-mail.ts'
import { handOver, type SendResult, storeAndContinue } from './send-result.ts'

const CampaignPayload = z.object({ storeId: z.string(), id: z.string() })
const TestPayload = CampaignPayload.extend({ personId: z.string() })

/** Then the campaign of another store gets its turn. */
const turnMs = 45_000
/** Prices and the sender are read again after this time. */
const contentMs = 10_000
const connections = 10

/** Returns the jobs that send campaigns. */
export function campaignJobs(app: App): JobHandlers {
  const mailer = createMailSender(app.config, app.log, { connections })
  app.addHook('onClose', async () => mailer.close())
  return {
    'campaign.start': async (_payload, { abortSignal }) => {
      for (const { storeId, id } of await listDueCampaigns(app)) {
        if (abortSignal?.aborted) return
        try {
          await withStoreTransaction(app.db, storeId, tx => startDueCampaign(tx, id, storeId))
        } catch (error) {
          // The campaign stays due. The others must not wait for it.
          app.log.error({ err: error, storeId, campaignId: id }, 'A campaign could not be started.')
        }
      }
    },
    'campaign.send': async (payload, { job, abortSignal }) => {
      const { storeId, id } = CampaignPayload.parse(payload)
      const inTx: RunInTransaction = work => withStoreTransaction(app.db, storeId, work)
      await chooseRecipients(inTx, id, abortSignal)
      await sendEmails({ app, mailer, inTx, storeId, id, job }, abortSignal)
    },
    'campaign.test': async (payload, { job }) => {
      const { storeId, id, personId } = TestPayload.parse(payload)
      await sendTest(app, mailer, { storeId, id, personId, job })
    },
  }
}

const listDueCampaigns = (app: App) =>
  withTransaction(
    app.db,
    {},
    tx => tx<{ storeId: string; id: string }[]>`select store_id, id from list_due_campaigns()`,
  )

/** Starts a campaign whose time has come, or continues or closes one whose process ended. */
async function startDueCampaign(tx: Tx, id: string, storeId: string): Promise<void> {
  const [campaign] = await tx<{ status: string; isDue: boolean }[]>`
    select status, send_at <= now() as is_due from campaign where id = ${id} for update`
  if (campaign?.status === 'canceled') await failInterruptedEmails(tx, id)
  if (campaign?.status === 'sending') await enqueueSending(tx, id, storeId)
  if (campaign?.status === 'scheduled' && campaign.isDue)
    await startScheduledCampaign(tx, id, storeId)
}

type Sending = {
  app: App
  mailer: MailSender
  inTx: RunInTransaction
  storeId: string
  id: string
  job: MailJob
}

async function sendEmails(sending: Sending, signal: AbortSignal | undefined): Promise<void> {
  const { app, inTx, id, storeId } = sending
  const endsAt = Date.now() + turnMs
  let content: MarketingContent | undefined
  let loadedAt = 0
  let results: SendResult[] = []
  /** One transaction stores the results of a batch and continues. */
  const storeAnd = async <T>(next: (tx: Tx) => Promise<T>): Promise<T> => {
    const done = await storeAndContinue(inTx, tx => storeResults(tx, id, results), next)
    results = []
    return done
  }
  while (!signal?.aborted && Date.now() < endsAt) {
    if (!content || Date.now() - loadedAt > contentMs) {
      await storeAnd(async () => {})
      content = await loadContent(sending)
      loadedAt = Date.now()
    }
    if (!content) return
    const step = await storeAnd(tx => claimRecipients(tx, id, app.config.campaignEmailsPerMinute))
    if (step.kind === 'stopped') return
    if (step.kind === 'empty') return inTx(tx => markCampaignSent(tx, id))
    if (step.kind === 'wait') await sleep(Math.min(step.ms, turnMs), undefined, { ref: false })
    else results = await sendBatch(sending, content, step.recipients)
  }
  await storeAnd(tx => enqueueSending(tx, id, storeId))
}

const loadContent = ({ app, inTx, id, storeId }: Sending) =>
  inTx(async tx => loadMarketingContent(app, tx, { storeId, text: await getCampaign(tx, id) }))

const sendBatch = (
  { app, mailer, job }: Sending,
  content: MarketingContent,
  recipients: readonly MarketingRecipient[],
): Promise<SendResult[]> =>
  Promise.all(
    recipients.map(recipient =>
      handOver({
        mailer,
        job,
        id: recipient.id,
        build: () => buildMarketingMail(app, content, recipient),
      }),
    ),
  )

type TestMail = { storeId: string; id: string; personId: string; job: MailJob }

async function sendTest(app: App, mailer: MailSender, { storeId, id, personId, job }: TestMail) {
  const loaded = await withStoreTransaction(app.db, storeId, async tx => {
    const email = await findStaffEmail(tx, personId)
    const content = await loadMarketingContent(app, tx, {
      storeId,
      text: await getCampaign(tx, id),
    })
    return email !== undefined && content && { email, content }
  })
  if (!loaded) return
  const { email, content } = loaded
  // The link of a test unsubscribes no one, because its id is not that of a recipient.
  const { messageId: _, ...mail } = buildMarketingMail(app, content, {
    id: content.storeId,
    email,
    language: '',
  })
  await mailer.send(mail, job)
}
