import { z } from 'zod'
import { AutomationKind } from '#contract/campaign/automation.ts'
import type { App } from '../../lib/call/serve.ts'
import { type RunInTransaction, withStoreTransaction, withTransaction } from '../../lib/db/db.ts'
import type { JobHandlers } from '../../lib/job/jobs.ts'
import { createMailSender, type MailJob, type MailSender } from '../../lib/mail/mail.ts'
import { loadMailStore, type MailStore } from '../../store-mail/mail-store.ts'
import { loadSenderFacts } from '../campaign-status.ts'
import { findStaffEmail } from '../marketing-mail.ts'
import { handOver, type SendResult, storeWithRetries } from '../send-result.ts'
import {
  type AutomationContent,
  buildAutomationMail,
  createExampleEmail,
  findLanguage,
  loadAutomationContent,
} from './automation-mail.ts'
import {
  type ClaimedEmail,
  claimEmails,
  failInterrupted,
  storeAutomationResults,
} from './automation-recipient.ts'
import { listStoredAutomations, loadStoreLanguage } from './automation-store.ts'

const TestPayload = z.object({ storeId: z.string(), personId: z.string(), kind: AutomationKind })
/** The batches of one automation and run. The next run sends the rest. */
const maxBatches = 10

/** Returns the jobs that send the emails of automations. */
export function automationJobs(app: App): JobHandlers {
  const mailer = createMailSender(app.config, app.log)
  return {
    'automation.send': async (_payload, { job, abortSignal }) => {
      const stores = await withTransaction(
        app.db,
        {},
        tx => tx<{ storeId: string }[]>`select store_id from list_stores_with_automations()`,
      )
      for (const { storeId } of stores) {
        if (abortSignal?.aborted) return
        const inTx: RunInTransaction = work => withStoreTransaction(app.db, storeId, work)
        await sendOfStore({ app, mailer, inTx, storeId, job }, abortSignal)
      }
    },
    'automation.test': async (payload, { job }) => {
      await sendTest(app, mailer, { ...TestPayload.parse(payload), job })
    },
  }
}

type Sending = {
  app: App
  mailer: MailSender
  inTx: RunInTransaction
  storeId: string
  job: MailJob
}
type ActiveAutomation = Awaited<ReturnType<typeof listStoredAutomations>>[number]

async function sendOfStore(sending: Sending, signal: AbortSignal | undefined): Promise<void> {
  const loaded = await sending.inTx(async tx => {
    await failInterrupted(tx)
    const { isUnverified, hasAddress } = await loadSenderFacts(tx)
    const store = await loadMailStore(sending.app, tx)
    if (!store || isUnverified || !hasAddress) return undefined
    return { store, automations: await listStoredAutomations(tx) }
  })
  if (!loaded) return
  for (const automation of loaded.automations.filter(({ isOn }) => isOn))
    for (let batch = 0; batch < maxBatches; batch++) {
      const canContinue = !signal?.aborted && (await sendBatch(sending, loaded.store, automation))
      if (!canContinue) break
    }
}

/** Returns whether the mail server took the emails, so that further ones follow. */
async function sendBatch(
  sending: Sending,
  store: MailStore,
  automation: ActiveAutomation,
): Promise<boolean> {
  const { inTx, app, mailer, job } = sending
  const emails = await inTx(tx => claimEmails(tx, automation))
  if (emails.length === 0) return false
  const contents = await loadContents(sending, store, { automation, emails })
  const results = await Promise.all(
    emails.map(async (email): Promise<SendResult> => {
      const content = contents.get(findLanguage(store, email.language))
      if (!content) return { id: email.id, state: 'unsent', reason: '' }
      const build = () => buildAutomationMail(app, content, email)
      return handOver({ mailer, job, id: email.id, build })
    }),
  )
  await storeWithRetries(inTx, tx => storeAutomationResults(tx, results))
  return results.every(({ state }) => state !== 'unsent')
}

type Batch = { automation: ActiveAutomation; emails: readonly ClaimedEmail[] }

/** Returns the content of each language of the emails. */
async function loadContents(
  { app, inTx, storeId }: Sending,
  store: MailStore,
  { automation, emails }: Batch,
): Promise<Map<string, AutomationContent>> {
  const contents = new Map<string, AutomationContent>()
  const { kind, subject, body } = automation
  for (const language of new Set(emails.map(email => findLanguage(store, email.language)))) {
    const options = { storeId, kind, text: { subject, body }, language }
    const content = await inTx(tx => loadAutomationContent(app, tx, options))
    if (content) contents.set(language, content)
  }
  return contents
}

type TestMail = z.infer<typeof TestPayload> & { job: MailJob }

async function sendTest(app: App, mailer: MailSender, { storeId, personId, kind, job }: TestMail) {
  const loaded = await withStoreTransaction(app.db, storeId, async tx => {
    const email = await findStaffEmail(tx, personId)
    const language = await loadStoreLanguage(tx)
    const stored = (await listStoredAutomations(tx)).find(row => row.kind === kind)
    const text = stored ?? { subject: '', body: '' }
    const content = await loadAutomationContent(app, tx, { storeId, kind, text, language })
    return email !== undefined && content && { email, language, content }
  })
  if (!loaded) return
  const { email, language, content } = loaded
  const example = createExampleEmail(content.marketing, { email, language })
  const { messageId: _, ...mail } = buildAutomationMail(app, content, example)
  await mailer.send(mail, job)
}
