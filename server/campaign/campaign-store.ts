import type { z } from 'zod'
import {
  Campaign,
  type CampaignInput,
  type CampaignListQuery,
  CampaignRow,
  type CampaignStatus,
  type campaignApi,
} from '#contract/campaign/campaign.ts'
import type { SegmentFilter } from '#contract/campaign/segment.ts'
import { listPage, toLikePattern } from '../lib/call/list.ts'
import { assertFound, assertVersion, Problem } from '../lib/call/problem.ts'
import { insertRow, selectColumns, type Tx, updateVersionedRow } from '../lib/db/db.ts'
import { sanitizeRichText } from '../lib/text/rich-text.ts'
import { getSegment } from './segment-store.ts'

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    campaign: CampaignInput & {
      status?: CampaignStatus
      sendAt?: string | null
      startedAt?: string | null
      nextAt?: string | null
      finishedAt?: string | null
      isSenderRefused?: boolean
    }
  }
}

export const listCampaigns = (tx: Tx, query: CampaignListQuery, storeId: string) =>
  listPage<CampaignRow>(
    tx,
    {
      key: `campaign ${JSON.stringify([query.q, query.status])}`,
      from: tx`campaign`,
      alias: 'campaign',
      columns: tx`${selectColumns(CampaignRow)(tx)}`,
      where: [
        ...(query.q
          ? [tx`(name ilike ${toLikePattern(query.q)} or subject ilike ${toLikePattern(query.q)})`]
          : []),
        ...(query.status ? [tx`status = ${query.status}`] : []),
      ],
      sorts: {
        createdAt: { expression: 'created_at', type: 'timestamptz' },
        name: { expression: 'lower(name)', type: 'text' },
      },
      defaultSort: '-createdAt',
    },
    query,
    storeId,
  )

export async function getCampaign(tx: Tx, id: string): Promise<Campaign> {
  const [row] = await tx<Campaign[]>`
    select ${selectColumns(Campaign)(tx)} from campaign where id = ${id}`
  return assertFound(row, 'campaign_not_found')
}

/**
 * Locks a campaign in one of these states.
 * @throws Problem 409 campaign_state, version_conflict
 */
export async function lockCampaign(
  tx: Tx,
  id: string,
  { version, states }: { version: number | undefined; states: readonly CampaignStatus[] },
): Promise<Campaign> {
  const [row] = await tx<Campaign[]>`
    select ${selectColumns(Campaign)(tx)} from campaign where id = ${id} for update`
  const campaign = assertFound(row, 'campaign_not_found')
  assertVersion(campaign, version)
  if (!states.includes(campaign.status)) throw new Problem(409, 'campaign_state')
  return campaign
}

export async function createCampaign(tx: Tx, input: CampaignInput): Promise<Campaign> {
  await assertSegment(tx, input.segmentId)
  return getCampaign(tx, await insertRow(tx, 'campaign', sanitizeBody(input)))
}

/** @throws Problem 409 campaign_state, version_conflict */
export async function updateCampaign(
  tx: Tx,
  id: string,
  { version, ...edit }: z.infer<typeof campaignApi.update.body>,
): Promise<Campaign> {
  await lockCampaign(tx, id, { version, states: ['draft'] })
  await assertSegment(tx, edit.segmentId)
  await updateVersionedRow(tx, 'campaign', id, sanitizeBody(edit))
  return getCampaign(tx, id)
}

/**
 * The links to unsubscribe in emails need their recipients, so only unsent campaigns are deleted.
 * @throws Problem 409 campaign_state
 */
export async function deleteCampaign(tx: Tx, id: string): Promise<void> {
  const states: CampaignStatus[] = ['draft', 'scheduled', 'paused']
  const { startedAt } = await lockCampaign(tx, id, { version: undefined, states })
  if (startedAt !== null) throw new Problem(409, 'campaign_state')
  await tx`delete from campaign where id = ${id}`
}

/** Returns the filter of the people of a campaign. */
export async function loadFilter(
  tx: Tx,
  { segmentId }: Pick<Campaign, 'segmentId'>,
): Promise<SegmentFilter> {
  return segmentId === null ? {} : (await getSegment(tx, segmentId)).filter
}

async function assertSegment(tx: Tx, segmentId: string | null | undefined): Promise<void> {
  if (segmentId) await getSegment(tx, segmentId)
}

const sanitizeBody = <T extends { body?: string | undefined }>(input: T) =>
  input.body === undefined ? input : { ...input, body: sanitizeRichText(input.body) }
