import type { z } from 'zod'
import {
  type Campaign,
  type CampaignCheck,
  CampaignProblem,
  type campaignApi,
} from '#contract/campaign/campaign.ts'
import { toTextLine } from '#contract/lib/text/plain-text.ts'
import { findTextProducts } from '#contract/lib/text/rich-text-part.ts'
import { createFieldProblem, Problem } from '../lib/call/problem.ts'
import { type Tx, updateVersionedRow } from '../lib/db/db.ts'
import { enqueueJob } from '../lib/job/jobs.ts'
import { getCampaign, loadFilter, lockCampaign } from './campaign-store.ts'
import { loadMailProducts } from './mail-product.ts'
import { countPeople } from './segment-store.ts'

type Edit = z.infer<typeof campaignApi.cancel.body>
const maxScheduleMs = 366 * 24 * 60 * 60 * 1000

/** Returns the people of a campaign and what keeps it from being sent. */
export async function checkCampaign(
  tx: Tx,
  id: string,
): Promise<Pick<CampaignCheck, 'count' | 'problems'>> {
  const campaign = await getCampaign(tx, id)
  const [count, facts, hiddenProducts] = await Promise.all([
    countPeople(tx, await loadFilter(tx, campaign)),
    loadSenderFacts(tx),
    countHiddenProducts(tx, campaign),
  ])
  const isProblem: Record<CampaignProblem, boolean> = {
    no_subject: campaign.subject === '',
    no_text: toTextLine(campaign.body) === '' && !/<(img|div) /.test(campaign.body),
    hidden_product: hiddenProducts > 0,
    no_sender: facts.isUnverified,
    no_address: !facts.hasAddress,
    not_live: !facts.isLive,
    no_people: count === 0,
  }
  const problems = CampaignProblem.options.filter(problem => isProblem[problem])
  return { count, problems }
}

/** Emails name who sends them: by the legal information of the store, or by its address. */
export async function loadSenderFacts(tx: Tx): Promise<SenderFacts> {
  const [row] = await tx<SenderFacts[]>`
    select exists (select from mail_domain where not is_verified) as is_unverified,
      coalesce(s.address ->> 'line1', '') <> ''
        or coalesce(c.sections #>> '{policies,imprint}', '') <> '' as has_address,
      s.status = 'live' as is_live
    from store s left join cms c on c.store_id = s.id
    where s.id = current_store()`
  return row ?? { isUnverified: false, hasAddress: false, isLive: false }
}
type SenderFacts = { isUnverified: boolean; hasAddress: boolean; isLive: boolean }

async function countHiddenProducts(tx: Tx, { body }: Campaign): Promise<number> {
  const ids = findTextProducts(body)
  return ids.length - (await loadMailProducts(tx, ids)).size
}

/**
 * Sends a draft now, or at a time.
 * @throws Problem 409 campaign_state, version_conflict, 422 campaign_not_ready, publication_time
 */
export async function sendCampaign(
  tx: Tx,
  id: string,
  { version, sendAt, storeId }: Edit & SendOptions,
): Promise<Campaign> {
  await lockCampaign(tx, id, { version, states: ['draft'] })
  await assertReady(tx, id)
  const delayMs = sendAt ? Date.parse(sendAt) - Date.now() : 0
  // A time in the past is a mistake, and emails cannot be unsent.
  if (sendAt && (delayMs < 0 || delayMs > maxScheduleMs))
    throw createFieldProblem('sendAt', 'publication_time')
  if (sendAt) await updateVersionedRow(tx, 'campaign', id, { status: 'scheduled', sendAt })
  else await startCampaign(tx, id, storeId)
  return getCampaign(tx, id)
}
type SendOptions = { sendAt?: string | null | undefined; storeId: string }

/** Starts to send a campaign. */
export async function startCampaign(tx: Tx, id: string, storeId: string): Promise<void> {
  await updateVersionedRow(tx, 'campaign', id, {
    status: 'sending',
    startedAt: tx`now()`,
    nextAt: tx`now()`,
  })
  await enqueueSending(tx, id, storeId)
}

export const enqueueSending = (tx: Tx, id: string, storeId: string) =>
  enqueueJob(tx, 'campaign.send', { storeId, id }, `campaign.send ${id}`)

/**
 * Starts a campaign whose time has come. One that could not be scheduled now is paused before it starts,
 * and staff are notified of its first problem.
 */
export async function startScheduledCampaign(tx: Tx, id: string, storeId: string): Promise<void> {
  const { problems } = await checkCampaign(tx, id)
  const [problem] = problems
  if (problem === undefined) return startCampaign(tx, id, storeId)
  await updateVersionedRow(tx, 'campaign', id, { status: 'paused' })
  await notifyPaused(tx, id, problem)
}

/** Notifies staff that a campaign does not continue by itself. */
export const notifyPaused = (tx: Tx, id: string, problem: CampaignProblem | 'sender_refused') => tx`
  select add_notification('campaign_paused', 'campaign', id,
    jsonb_build_object('title', name, 'message', ${problem}::text))
  from campaign where id = ${id}`

/** Makes a campaign that has not started a draft. Ends one that has: waiting emails are not sent. */
export async function cancelCampaign(tx: Tx, id: string, { version }: Edit): Promise<Campaign> {
  const { startedAt } = await lockCampaign(tx, id, {
    version,
    states: ['scheduled', 'sending', 'paused'],
  })
  if (startedAt === null)
    await updateVersionedRow(tx, 'campaign', id, { status: 'draft', sendAt: null })
  else {
    await updateVersionedRow(tx, 'campaign', id, { status: 'canceled', finishedAt: tx`now()` })
    await tx`
      update campaign_recipient set state = 'skipped', reason = 'canceled'
      where campaign_id = ${id} and state = 'queued'`
  }
  return getCampaign(tx, id)
}

/** @throws Problem 409 campaign_state, version_conflict */
export async function pauseCampaign(tx: Tx, id: string, { version }: Edit): Promise<Campaign> {
  await lockCampaign(tx, id, { version, states: ['sending'] })
  await updateVersionedRow(tx, 'campaign', id, { status: 'paused' })
  return getCampaign(tx, id)
}

/**
 * Continues a paused campaign, or starts one that was paused before it started.
 * @throws Problem 409 campaign_state, version_conflict, 422 campaign_not_ready
 */
export async function resumeCampaign(
  tx: Tx,
  id: string,
  { version, storeId }: Edit & { storeId: string },
): Promise<Campaign> {
  const { startedAt } = await lockCampaign(tx, id, { version, states: ['paused'] })
  if (startedAt === null) {
    await assertReady(tx, id)
    await startCampaign(tx, id, storeId)
  } else {
    await updateVersionedRow(tx, 'campaign', id, { status: 'sending', isSenderRefused: false })
    await enqueueSending(tx, id, storeId)
  }
  return getCampaign(tx, id)
}

async function assertReady(tx: Tx, id: string): Promise<void> {
  const { problems } = await checkCampaign(tx, id)
  if (problems.length > 0) throw new Problem(422, 'campaign_not_ready')
}
