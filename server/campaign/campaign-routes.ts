import { type CampaignText, campaignApi } from '#contract/campaign/campaign.ts'
import { segmentApi } from '#contract/campaign/segment.ts'
import { suppressionApi } from '#contract/campaign/suppression.ts'
import { hasPermission } from '#contract/lib/call/permission.ts'
import { assertFound } from '../lib/call/problem.ts'
import { type App, serve } from '../lib/call/serve.ts'
import type { Tx } from '../lib/db/db.ts'
import { enqueueJob } from '../lib/job/jobs.ts'
import { getInstallationSender } from '../lib/mail/mail.ts'
import { sanitizeRichText } from '../lib/text/rich-text.ts'
import { loadMailStore } from '../store-mail/mail-store.ts'
import { renderMailPreview } from '../store-mail/render-mail-preview.ts'
import { campaignJobs } from './campaign-jobs.ts'
import { getCampaignResult } from './campaign-result.ts'
import {
  cancelCampaign,
  checkCampaign,
  pauseCampaign,
  resumeCampaign,
  sendCampaign,
} from './campaign-status.ts'
import {
  createCampaign,
  deleteCampaign,
  getCampaign,
  listCampaigns,
  updateCampaign,
} from './campaign-store.ts'
import { buildMarketingMail, loadMarketingContent } from './marketing-mail.ts'
import {
  createSegment,
  deleteSegment,
  listSegments,
  previewSegment,
  updateSegment,
} from './segment-store.ts'
import { createSuppression, deleteSuppression, listSuppressions } from './suppression-store.ts'

export function campaignRoutes(app: App) {
  serve(app, campaignApi.list, ({ tx, query, principal }) =>
    listCampaigns(tx, query, principal.storeId),
  )
  serve(app, campaignApi.get, ({ tx, params }) => getCampaign(tx, params.id))
  serve(app, campaignApi.check, async ({ tx, params }) => ({
    ...(await checkCampaign(tx, params.id)),
    sender: await loadSenderAddress(app, tx),
  }))
  serve(app, campaignApi.getResult, ({ tx, params, principal }) =>
    getCampaignResult(tx, params.id, {
      canReadOrders: hasPermission(principal.abilities, 'order:read'),
    }),
  )
  serve(app, campaignApi.preview, ({ tx, body, principal }) =>
    renderPreview(app, tx, { storeId: principal.storeId, text: body }),
  )
  serve(app, campaignApi.create, ({ tx, body }) => createCampaign(tx, body))
  serve(app, campaignApi.update, ({ tx, params, body }) => updateCampaign(tx, params.id, body))
  serve(app, campaignApi.delete, ({ tx, params }) => deleteCampaign(tx, params.id))
  serve(app, campaignApi.sendTest, async ({ tx, params, principal }) => {
    const { _id: id } = await getCampaign(tx, params.id)
    const { storeId, personId } = principal
    await enqueueJob(tx, 'campaign.test', { storeId, id, personId })
  })
  serveStatus(app)
  serveSegments(app)
  Object.assign(app.jobs, campaignJobs(app))
}

function serveStatus(app: App) {
  serve(app, campaignApi.send, ({ tx, params, body, principal }) =>
    sendCampaign(tx, params.id, { ...body, storeId: principal.storeId }),
  )
  serve(app, campaignApi.cancel, ({ tx, params, body }) => cancelCampaign(tx, params.id, body))
  serve(app, campaignApi.pause, ({ tx, params, body }) => pauseCampaign(tx, params.id, body))
  serve(app, campaignApi.resume, ({ tx, params, body, principal }) =>
    resumeCampaign(tx, params.id, { ...body, storeId: principal.storeId }),
  )
}

function serveSegments(app: App) {
  serve(app, segmentApi.list, ({ tx, query, principal }) =>
    listSegments(tx, query, principal.storeId),
  )
  serve(app, segmentApi.preview, ({ tx, body, principal }) =>
    previewSegment(tx, body, principal.abilities),
  )
  serve(app, segmentApi.create, ({ tx, body }) => createSegment(tx, body))
  serve(app, segmentApi.update, ({ tx, params, body }) => updateSegment(tx, params.id, body))
  serve(app, segmentApi.delete, ({ tx, params }) => deleteSegment(tx, params.id))
  serve(app, suppressionApi.list, ({ tx, query, principal }) =>
    listSuppressions(tx, query, principal),
  )
  serve(app, suppressionApi.create, ({ tx, body }) => createSuppression(tx, body))
  serve(app, suppressionApi.delete, ({ tx, params }) => deleteSuppression(tx, params.id))
}

async function loadSenderAddress(app: App, tx: Tx): Promise<string> {
  const { sender } = assertFound(await loadMailStore(app, tx), 'store_not_found')
  return sender.address ?? getAddress(getInstallationSender(app.config).from)
}

/** Returns the address of a sender such as `Ann <ann@example.com>`. */
const getAddress = (sender: string) => /<([^>]+)>/.exec(sender)?.[1] ?? sender

type PreviewOptions = { storeId: string; text: CampaignText }

async function renderPreview(app: App, tx: Tx, { storeId, text }: PreviewOptions) {
  const { subject = '', preview = '', body = '' } = text
  const content = assertFound(
    await loadMarketingContent(app, tx, {
      storeId,
      text: { name: '', subject, preview, body: sanitizeRichText(body) },
    }),
    'store_not_found',
  )
  const mail = buildMarketingMail(app, content, { id: storeId, email: '', language: '' })
  return { subject, html: renderMailPreview(mail, content.store) }
}
