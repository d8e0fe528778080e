import { mailDomainApi } from '#contract/store/mail-domain.ts'
import type { CredentialGuard } from '../account/rule/credential-guard.ts'
import { type App, serve, serveWithoutTransaction } from '../lib/call/serve.ts'
import { withStoreTransaction, withTransaction } from '../lib/db/db.ts'
import { dnsClient } from '../lib/http/dns-client.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { getInstallationSender } from '../lib/mail/mail.ts'
import { listReservedZones, parseDomainHost } from '../store/rule/domain-host.ts'
import {
  findMailDomain,
  getAddressDomain,
  getMailDomain,
  listRecordRules,
  saveFoundRecords,
  setMailDomain,
  toMailDomain,
} from './mail-domain-store.ts'
import { findMailRecords } from './mail-records.ts'

export function mailDomainRoutes(
  app: App,
  { requireReauthentication, notifyAboutCredential }: CredentialGuard,
) {
  const { domain: serverDomain } = getInstallationSender(app.config)
  serve(app, mailDomainApi.get, async ({ tx }) => {
    const stored = await findMailDomain(tx)
    return stored ? toMailDomain(stored, serverDomain) : null
  })
  serveWithoutTransaction(app, mailDomainApi.set, async call => {
    const { address } = call.body
    parseDomainHost(getAddressDomain(address), listReservedZones(app.config), 'address')
    await requireReauthentication(call)
    return call.inTx(async tx => {
      const stored = await setMailDomain(tx, app.keys, address)
      const change = { kind: 'mail_sender_changed', email: address } as const
      await notifyAboutCredential(tx, call.principal, change)
      return toMailDomain(stored, serverDomain)
    })
  })
  serve(app, mailDomainApi.delete, async ({ tx, principal }) => {
    const deleted = await tx`delete from mail_domain returning id`
    const change = { kind: 'mail_sender_changed', email: '' } as const
    if (deleted.length > 0) await notifyAboutCredential(tx, principal, change)
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
      tx => tx<{ storeId: string }[]>`
        select store_id from list_due_mail_domains(${batchSize})`,
    )
    for (const { storeId } of dueStores) {
      abortSignal?.throwIfAborted()
      const stored = await withStoreTransaction(app.db, storeId, findMailDomain)
      if (!stored) continue
      const records = await findMailRecords(dnsClient, listRecordRules(stored, serverDomain))
      await withStoreTransaction(app.db, storeId, tx => saveFoundRecords(tx, stored.id, records))
    }
  },
})
