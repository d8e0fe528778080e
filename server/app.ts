import type { Writable } from 'node:stream'
import type { RouteOptions } from 'fastify'
import { checkPlanLimit } from './account/plan/check-plan-limit.ts'
import { planWebhookRoutes } from './account/plan/plan-webhook-routes.ts'
import { serveAgents } from './agent/serve-agents.ts'
import { continueAudit } from './audit/audit-chain.ts'
import { serveCart } from './checkout/serve-cart.ts'
import { serveCheckout } from './checkout/serve-checkout.ts'
import type { Config } from './config.ts'
import { registerFeatures } from './features.ts'
import { jobRules } from './job-rules.ts'
import type { App } from './lib/call/serve.ts'
import { openDb } from './lib/db/db.ts'
import { diskJobs, loadBucketDriver } from './lib/file/disk.ts'
import { deleteAbandonedFiles, temporaryFileJobs } from './lib/file/temporary-file.ts'
import { registerHeaders } from './lib/http/headers.ts'
import { createHttpServer } from './lib/http/http.ts'
import { createMetrics } from './lib/http/metrics.ts'
import { servePages } from './lib/http/pages.ts'
import { refuseCalls } from './lib/http/probe.ts'
import { createStreams } from './lib/http/stream.ts'
import { startJobWorker } from './lib/job/jobs.ts'
import { getReplicaUrl, openReplica } from './lib/replica/replica.ts'
import { loadSecretKeys } from './lib/security/secret-keys.ts'
import { flushBackground } from './lib/security/security-event.ts'
import { startMailListener } from './mail-in/mail-in-listener.ts'
import { mailInRoutes } from './mail-in/mail-in-routes.ts'
import { overpaymentRefundJobs } from './order/edit/refund-overpayment.ts'
import { salesJobs, startSalesSummation } from './order/payment/sum-sales.ts'
import { invoiceMailJobs } from './order-mail/invoice-mail-job.ts'
import { orderMailJobs } from './order-mail/order-mail-jobs.ts'
import { serveOrderPage } from './order-page/serve-order-page.ts'
import { paymentJobs } from './payment/payment-jobs.ts'
import { paymentWebhookRoutes } from './payment/payment-webhook-routes.ts'
import { servePayment } from './payment/serve-payment.ts'
import { productRankJobs } from './product/rank-products.ts'
import { createRetentionJobs } from './retention/retention-jobs.ts'
import { searchJobs } from './search/search-jobs.ts'
import { cartReminderJobs } from './shopper/cart-reminder-mail.ts'
import { productAlertMailJobs } from './shopper/product-alert-mail.ts'
import { productAlertJobs } from './shopper/send-product-alerts.ts'
import { serveShopper } from './shopper/serve-shopper.ts'
import { shopperLinkJobs } from './shopper/shopper-link-mail.ts'
import { subscriberMailJobs } from './shopper/subscriber-mail.ts'
import { getPreviewOrigin } from './store/rule/preview-host.ts'
import { startInternalServer } from './storefront/host/internal-server.ts'
import { handleStorefront } from './storefront/host/storefront-host.ts'
import {
  buildStorefrontServer,
  hasBuiltStorefront,
  loadBuiltStorefront,
  type StorefrontBuild,
} from './storefront/host/storefront-server.ts'
import type { Storefront } from './storefront/page/serve-page.ts'
import { startDeliveryWorker } from './webhook/webhook-delivery-worker.ts'

export type AppOptions = {
  config: Config
  /** The connection of the role that owns the tables, for jobs and keys only. */
  ownerUrl: string
  /** The connection of the role that serves requests. */
  appUrl: string
  /** False if a test or script runs the jobs itself. */
  runsJobs?: boolean
  onRoute?: (route: RouteOptions) => void
  /** Receives the log instead of the standard output. */
  logStream?: Writable
  /** Another clock, so that a test need not wait until cached values expire. */
  clock?: App['clock']
  /** The files that the build creates for storefronts. Without a build, no store is served. */
  loadStorefront?: () => Promise<StorefrontBuild>
}

/**
 * Builds the server: its shared parts first, then the routes of each feature, then background jobs.
 */
export async function buildApp({
  config,
  ownerUrl,
  appUrl,
  runsJobs = true,
  onRoute,
  logStream,
  clock = () => performance.now(),
  loadStorefront = hasBuiltStorefront() ? loadBuiltStorefront : undefined,
}: AppOptions): Promise<App> {
  await loadBucketDriver(config)
  const http = await createHttpServer(config, {
    logStream,
    handleElsewhere: (request, response) =>
      config.role === 'jobs'
        ? refuseCalls(request, response)
        : handleStorefront(request, response, app),
  })
  const metrics = config.metricsToken ? createMetrics() : undefined
  const app: App = Object.assign(http, {
    db: openDb(appUrl, config, metrics),
    keys: await loadSecretKeys(ownerUrl, config.secretKey),
    config,
    jobs: {},
    streams: createStreams(),
    clock,
    planGuard: config.billing && checkPlanLimit,
    shutdown: { isRequested: false },
    storefront: undefined,
  })
  app.addHook('preClose', async () => app.streams.end())
  app.addHook('onClose', async () => {
    await flushBackground()
    await app.db.end()
  })
  connectReplica(app, appUrl)
  await registerHeaders(app, [getPreviewOrigin(config)])
  await servePages(app)
  // After the files of the pages, which are not calls.
  if (onRoute) app.addHook('onRoute', onRoute)
  Object.assign(
    app.jobs,
    createRetentionJobs(),
    searchJobs,
    fileJobs(app),
    salesJobs(app),
    productRankJobs(app),
    paymentJobs(app),
    orderJobs(app),
    shopperJobs(app),
  )
  registerFeatures(app, { metrics, ownerUrl, appUrl })
  await Promise.all([paymentWebhookRoutes(app), planWebhookRoutes(app), mailInRoutes(app)])
  if (loadStorefront && config.role !== 'jobs')
    await addStorefront(app, await loadStorefront(), logStream)
  await startOtherServers(app, appUrl)
  if (runsJobs) await startBackgroundWork(app, ownerUrl)
  return app
}

async function addStorefront(
  app: App,
  build: StorefrontBuild,
  logStream: Writable | undefined,
): Promise<void> {
  const extend = extendStorefront
  const storefront = await buildStorefrontServer(app, build, { logStream, extend })
  app.storefront = storefront
  app.addHook('preClose', () => storefront.close())
}

function connectReplica(app: App, appUrl: string): void {
  const { db, config, log } = app
  if (config.replicaUrl === undefined) return
  const replica = openReplica(db, getReplicaUrl(config.replicaUrl, appUrl), { ...config, log })
  db.replica = replica
  app.addHook('onClose', () => replica.end())
}

async function startOtherServers(app: App, appUrl: string): Promise<void> {
  if (app.config.internalPort !== undefined) await startInternalServer(app, appUrl)
  if (app.config.mailIn?.port !== undefined) await startMailListener(app)
}

const fileJobs = (app: App) => ({ ...diskJobs(app), ...temporaryFileJobs(app) })

const orderJobs = (app: App) => ({
  ...orderMailJobs(app),
  ...invoiceMailJobs(app),
  ...overpaymentRefundJobs(app),
})

const shopperJobs = (app: App) => ({
  ...cartReminderJobs(app),
  ...subscriberMailJobs(app),
  ...productAlertJobs(app),
  ...productAlertMailJobs(app),
  ...shopperLinkJobs(app),
})

function extendStorefront(storefront: Storefront): void {
  const parts = [serveCart, serveCheckout, serveOrderPage, servePayment, serveShopper, serveAgents]
  for (const servePart of parts) servePart(storefront)
}

async function startBackgroundWork(app: App, ownerUrl: string): Promise<void> {
  await deleteAbandonedFiles(app.config.dataDir)
  await continueAudit(ownerUrl)
  const salesSummation = startSalesSummation(app)
  app.addHook('preClose', () => salesSummation.stop())
  if (app.config.role === 'web') return
  const jobWorker = await startJobWorker({
    ownerUrl,
    jobs: app.jobs,
    rules: jobRules,
    usesPreparedStatements: app.config.usesPreparedStatements,
    log: app.log,
  })
  app.addHook('preClose', () => jobWorker.stop())
  const deliveryWorker = startDeliveryWorker(app)
  app.addHook('preClose', () => deliveryWorker.stop())
}
