import { automationApi } from '#contract/campaign/automation.ts'
import { hasPermission } from '#contract/lib/call/permission.ts'
import { assertFound } from '../../lib/call/problem.ts'
import { type App, serve } from '../../lib/call/serve.ts'
import { enqueueJob } from '../../lib/job/jobs.ts'
import { sanitizeRichText } from '../../lib/text/rich-text.ts'
import { renderMailPreview } from '../../store-mail/render-mail-preview.ts'
import { automationJobs } from './automation-jobs.ts'
import {
  buildAutomationMail,
  createExampleEmail,
  loadAutomationContent,
} from './automation-mail.ts'
import { listAutomations, loadStoreLanguage, updateAutomation } from './automation-store.ts'

export function automationRoutes(app: App) {
  serve(app, automationApi.list, ({ tx, principal }) =>
    listAutomations(tx, { canReadOrders: hasPermission(principal.abilities, 'order:read') }),
  )
  serve(app, automationApi.update, async ({ tx, body, principal }) => {
    await updateAutomation(tx, body)
    return listAutomations(tx, { canReadOrders: hasPermission(principal.abilities, 'order:read') })
  })
  serve(app, automationApi.preview, async ({ tx, body, principal }) => {
    const { storeId } = principal
    const { kind, subject } = body
    const language = await loadStoreLanguage(tx)
    const text = { subject, body: sanitizeRichText(body.body) }
    const content = assertFound(
      await loadAutomationContent(app, tx, { storeId, kind, text, language }),
      'store_not_found',
    )
    const example = createExampleEmail(content.marketing, { email: '', language })
    const mail = buildAutomationMail(app, content, example)
    return { subject: mail.subject, html: renderMailPreview(mail, content.marketing.store) }
  })
  serve(app, automationApi.sendTest, async ({ tx, body, principal }) => {
    const { storeId, personId } = principal
    await enqueueJob(tx, 'automation.test', { storeId, personId, kind: body.kind })
  })
  Object.assign(app.jobs, automationJobs(app))
}
