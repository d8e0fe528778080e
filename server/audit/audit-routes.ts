import { auditApi } from '#contract/staff/audit.ts'
import { profileApi } from '#contract/staff/profile.ts'
import { type App, serve, serveRead } from '../lib/call/serve.ts'
import { serveDownload } from '../lib/call/serve-download.ts'
import { auditJobs } from './audit-chain.ts'
import { exportAudit } from './audit-export.ts'
import { getAuditSummary, listAudit } from './audit-store.ts'
import { getStaffProfile } from './staff-profile.ts'

export function auditRoutes(app: App) {
  Object.assign(app.jobs, auditJobs(app.config))
  serve(app, auditApi.list, ({ tx, query, principal }) => listAudit(tx, query, principal))
  serveRead(app, auditApi.getSummary, ({ tx }) => getAuditSummary(tx))
  serveDownload(app, auditApi.export, async ({ query, inTx, principal }) => ({
    fileName: `audit-${new Date().toISOString().slice(0, 10)}.csv`,
    stream: exportAudit(inTx, query, principal),
  }))
  serve(app, profileApi.get, ({ tx, principal }) => getStaffProfile(tx, principal))
}
