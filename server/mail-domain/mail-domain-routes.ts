import { mailDomainApi } from '#contract/mail-domain.ts'
import { type App, serve, serveWithoutTransaction } from '../lib/call/serve.ts'
import { withBusinessTransaction, withTransaction } from '../lib/db/db.ts'
import { dnsClient } from '../lib/http/dns-client.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { getInstallationSender } from '../lib/mail/mail.ts'
import {
  findMailDomain,
  getMailDomain,
  listRecordRules,
  saveFoundRecords,
  setMailDomain,
  toMailDomain,
} from './mail-domain-store.ts'
import { findMailRecords } from './mail-records.ts'

export function mailDomainRoutes(app: App) {
  const { domain: serverDomain } = getInstallationSender(app.config)
  serve(app, mailDomainApi.get, async ({ tx }) => {
    const stored = await findMailDomain(tx)
    return stored ? toMailDomain(stored, serverDomain) : null
  })
  serve(app, mailDomainApi.set, async ({ tx, body }) =>
    toMailDomain(await setMailDomain(tx, app.keys, body.address), serverDomain),
  )
  serve(app, mailDomainApi.delete, async ({ tx }) => {
    await tx`delete from mail_domain`
  })
  serveWithoutTransaction(app, mailDomainApi.verify, async ({ inTx }) => {
    const stored = await inTx(getMailDomain)
    const records = await findMailRecords(dnsClient, listRecordRules(stored, serverDomain))
    return inTx(async tx => {
      await saveFoundRecords(tx, stored.id, records)
      return toMailDomain(await getMailDomain(tx), serverDomain)
    })
  })
  Object.assign(app.jobs, mailDomainJobs(app, serverDomain))
}

/** Maximum number of domains per run. The next run checks the rest. */
const batchSize = 100

/** Checks the records that are due, so that no email has a sender whose records were removed. */
const mailDomainJobs = (app: App, serverDomain: string): JobHandlers => ({
  'mailDomain.recheck': async (_, { abortSignal }) => {
    const dueStores = await withTransaction(
      app.db,
      {},
      tx => tx<{ businessId: string }[]>`
        select business_id from list_due_mail_domains(${batchSize})`,
    )
    for (const { businessId } of dueStores) {
      abortSignal?.throwIfAborted()
      const stored = await withBusinessTransaction(app.db, businessId, findMailDomain)
      if (!stored) continue
      const records = await findMailRecords(dnsClient, listRecordRules(stored, serverDomain))
      await withBusinessTransaction(app.db, businessId, tx =>
        saveFoundRecords(tx, stored.id, records),
      )
    }
  },
})
