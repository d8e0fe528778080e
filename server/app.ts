import type { Writable } from 'node:stream'
import type { RouteOptions } from 'fastify'
import { createCredentialGuard } from './account/credential/create-credential-guard.ts'
import { checkPlanLimit } from './account/plan/check-plan-limit.ts'
import { planWebhookRoutes } from './account/plan/plan-webhook-routes.ts'
import { registerAccount } from './account/register-account.ts'
import { serveAgents } from './agent/serve-agents.ts'
import { apiKeyRoutes } from './api-key/api-key-routes.ts'
import { continueAudit } from './audit/audit-chain.ts'
import { auditRoutes } from './audit/audit-routes.ts'
import { bookmarkRoutes } from './bookmark/bookmark-routes.ts'
import { calendarRoutes } from './calendar/calendar-routes.ts'
import { calendarFeedRoutes } from './calendar/feed/calendar-feed-routes.ts'
import { automationRoutes } from './campaign/automation/automation-routes.ts'
import { campaignRoutes } from './campaign/campaign-routes.ts'
import { cartRoutes } from './cart/cart-routes.ts'
import { categoryRoutes } from './category/category-routes.ts'
import { orderShippingRoutes } from './checkout/order-shipping-options.ts'
import { serveCart } from './checkout/serve-cart.ts'
import { serveCheckout } from './checkout/serve-checkout.ts'
import { cmsRoutes } from './cms/cms-routes.ts'
import type { Config } from './config.ts'
import { inboxRoutes } from './conversation/conversation-routes.ts'
import { customerRoutes } from './customer/customer-routes.ts'
import { dashboardRoutes } from './dashboard/dashboard-routes.ts'
import { deskRoutes } from './desk/desk-routes.ts'
import { discountRoutes } from './discount/discount-routes.ts'
import { domainRoutes } from './domain/domain-routes.ts'
import { faqQuestionRoutes } from './faq-question/faq-question-routes.ts'
import { healthRoutes } from './health/health-routes.ts'
import { metricsRoutes } from './health/metrics-routes.ts'
import { securityTextRoutes } from './health/security-text-routes.ts'
import { helpRoutes } from './help/help-routes.ts'
import { importRoutes } from './import/import-routes.ts'
import { invoiceRoutes } from './invoice/invoice-routes.ts'
import { jobRules } from './job-rules.ts'
import type { App } from './lib/call/serve.ts'
import { openDb } from './lib/db/db.ts'
import { diskJobs, openDisk } from './lib/file/disk.ts'
import { deleteAbandonedFiles, temporaryFileJobs } from './lib/file/temporary-file.ts'
import { registerHeaders } from './lib/http/headers.ts'
import { createHttpServer } from './lib/http/http.ts'
import { createMetrics, type Metrics } from './lib/http/metrics.ts'
import { servePages } from './lib/http/pages.ts'
import { createStreams } from './lib/http/stream.ts'
import { startJobWorker } from './lib/job/jobs.ts'
import { loadSecretKeys } from './lib/security/secret-keys.ts'
import { flushBackground } from './lib/security/security-event.ts'
import { mailDomainRoutes } from './mail-domain/mail-domain-routes.ts'
import { startMailListener } from './mail-in/mail-in-listener.ts'
import { mailInRoutes } from './mail-in/mail-in-routes.ts'
import { mediaRoutes } from './media/media-routes.ts'
import { saveUploads } from './media/media-upload.ts'
import { notificationRoutes } from './notification/notification-routes.ts'
import { onboardingRoutes } from './onboarding/onboarding-routes.ts'
import { openapiRoutes } from './openapi/openapi-routes.ts'
import { applyOrderChange } from './order/change/apply-change.ts'
import { overpaymentRefundJobs } from './order/edit/refund-overpayment.ts'
import { labelRoutes } from './order/label/label-routes.ts'
import { findOrderConditions } from './order/order-list.ts'
import { orderRoutes } from './order/order-routes.ts'
import { lockOrders } from './order/order-store.ts'
import { salesJobs, startSalesSummation } from './order/payment/sum-sales.ts'
import { invoiceMailJobs } from './order-mail/invoice-mail-job.ts'
import { orderMailJobs } from './order-mail/order-mail-jobs.ts'
import { orderMailRoutes } from './order-mail/order-mail-routes.ts'
import { paymentLinkRoutes } from './order-page/payment-link.ts'
import { serveOrderPage } from './order-page/serve-order-page.ts'
import { paymentJobs } from './payment/payment-jobs.ts'
import { paymentWebhookRoutes } from './payment/payment-webhook-routes.ts'
import { servePayment } from './payment/serve-payment.ts'
import { paymentAccountRoutes } from './payment-method/payment-account-routes.ts'
import { paymentMethodRoutes } from './payment-method/payment-method-routes.ts'
import { postRoutes } from './post/post-routes.ts'
import { findProductConditions } from './product/product-list.ts'
import { productRoutes } from './product/product-routes.ts'
import { productRankJobs } from './product/rank-products.ts'
import { productAlertRoutes } from './product-alert/product-alert-routes.ts'
import { redirectRoutes } from './redirect/redirect-routes.ts'
import { createRetentionJobs } from './retention/retention-jobs.ts'
import { reviewRoutes } from './review/review-routes.ts'
import { roleRoutes } from './role/role-routes.ts'
import { searchJobs } from './search/search-jobs.ts'
import { searchRoutes } from './search/search-routes.ts'
import { searchRuleRoutes } from './search-rule/search-rule-routes.ts'
import { seoRoutes } from './seo/seo-routes.ts'
import { shippingRoutes } from './shipping/shipping-routes.ts'
import { cartReminderJobs } from './shopper/cart-reminder-mail.ts'
import { productAlertMailJobs } from './shopper/product-alert-mail.ts'
import { productAlertJobs } from './shopper/send-product-alerts.ts'
import { serveShopper } from './shopper/serve-shopper.ts'
import { shopperLinkJobs } from './shopper/shopper-link-mail.ts'
import { subscriberMailJobs } from './shopper/subscriber-mail.ts'
import { staffRoutes } from './staff/staff-routes.ts'
import { getPreviewOrigin } from './store/rule/preview-host.ts'
import { storeRoutes } from './store/store-routes.ts'
import { storePasswordRoutes } from './store-password/store-password-routes.ts'
import { startInternalServer } from './storefront/host/internal-server.ts'
import { handleStorefront } from './storefront/host/storefront-host.ts'
import {
  buildStorefrontServer,
  hasBuiltStorefront,
  loadBuiltStorefront,
  type StorefrontBuild,
} from './storefront/host/storefront-server.ts'
import type { Storefront } from './storefront/page/serve-page.ts'
import { subscriberRoutes } from './subscriber/subscriber-routes.ts'
import { taskRoutes } from './task/task-routes.ts'
import { taxRoutes } from './tax/tax-routes.ts'
import { themeDraftRoutes } from './theme/theme-draft-routes.ts'
import { themeRoutes } from './theme/theme-routes.ts'
import { viewRoutes } from './view/view-routes.ts'
import { startDeliveryWorker } from './webhook/webhook-delivery-worker.ts'
import { webhookRoutes } from './webhook/webhook-routes.ts'

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
  const http = await createHttpServer(config, {
    logStream,
    handleElsewhere: (request, response) => handleStorefront(request, response, app),
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
  await registerHeaders(app, [getPreviewOrigin(config)])
  await servePages(app)
  // After the files of the pages, which are not calls.
  if (onRoute) app.addHook('onRoute', onRoute)
  Object.assign(
    app.jobs,
    createRetentionJobs(),
    searchJobs,
    diskJobs(app),
    temporaryFileJobs(app),
    salesJobs(app),
    productRankJobs(app),
    paymentJobs(app),
    orderJobs(app),
    shopperJobs(app),
  )
  registerFeatures(app, { metrics, ownerUrl, appUrl })
  await Promise.all([paymentWebhookRoutes(app), planWebhookRoutes(app), mailInRoutes(app)])
  if (loadStorefront) {
    const storefront = await buildStorefrontServer(app, await loadStorefront(), {
      logStream,
      extend: extendStorefront,
    })
    app.storefront = storefront
    app.addHook('preClose', () => storefront.close())
  }
  await startOtherServers(app, appUrl)
  if (runsJobs) await startBackgroundWork(app, ownerUrl)
  return app
}

async function startOtherServers(app: App, appUrl: string): Promise<void> {
  if (app.config.internalPort !== undefined) await startInternalServer(app, appUrl)
  if (app.config.mailIn?.port !== undefined) await startMailListener(app)
}

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

type FeatureOptions = { metrics: Metrics | undefined; ownerUrl: string; appUrl: string }

function registerFeatures(app: App, { metrics, ownerUrl, appUrl }: FeatureOptions): void {
  const credentialGuard = createCredentialGuard(app)
  registerAccount(app)
  storeRoutes(app, credentialGuard)
  storePasswordRoutes(app)
  mediaRoutes(app)
  productRoutes(app)
  orderRoutes(app)
  orderShippingRoutes(app)
  paymentLinkRoutes(app)
  invoiceRoutes(app)
  cartRoutes(app)
  customerRoutes(app)
  inboxRoutes(app)
  for (const register of [subscriberRoutes, productAlertRoutes]) register(app)
  for (const register of [campaignRoutes, automationRoutes]) register(app)
  importRoutes(app, {
    getProductConditions: findProductConditions,
    getOrderConditions: findOrderConditions,
    saveImages: (images, storeId, inTx) => saveUploads(images, openDisk(app.config), storeId, inTx),
    parcelWriter: { lockOrders, applyOrderChange },
  })
  categoryRoutes(app)
  dashboardRoutes(app)
  helpRoutes(app)
  healthRoutes(app, appUrl)
  securityTextRoutes(app)
  metricsRoutes(app, metrics, ownerUrl)
  openapiRoutes(app)
  domainRoutes(app)
  notificationRoutes(app, appUrl)
  cmsRoutes(app, credentialGuard)
  for (const register of [postRoutes, faqQuestionRoutes, searchRuleRoutes]) register(app)
  redirectRoutes(app)
  seoRoutes(app)
  reviewRoutes(app)
  themeRoutes(app)
  themeDraftRoutes(app)
  searchRoutes(app)
  bookmarkRoutes(app)
  viewRoutes(app)
  onboardingRoutes(app)
  paymentMethodRoutes(app, credentialGuard)
  paymentAccountRoutes(app, credentialGuard)
  shippingRoutes(app)
  labelRoutes(app, credentialGuard)
  orderMailRoutes(app)
  mailDomainRoutes(app, credentialGuard)
  taskRoutes(app)
  calendarRoutes(app)
  calendarFeedRoutes(app)
  taxRoutes(app)
  deskRoutes(app)
  discountRoutes(app)
  apiKeyRoutes(app, credentialGuard)
  webhookRoutes(app, credentialGuard)
  roleRoutes(app)
  staffRoutes(app, credentialGuard)
  auditRoutes(app)
}

async function startBackgroundWork(app: App, ownerUrl: string): Promise<void> {
  await deleteAbandonedFiles(app.config.dataDir)
  await continueAudit(ownerUrl)
  const jobWorker = await startJobWorker({
    ownerUrl,
    jobs: app.jobs,
    rules: jobRules,
    usesPreparedStatements: app.config.usesPreparedStatements,
    log: app.log,
  })
  app.addHook('preClose', () => jobWorker.stop())
  const salesSummation = startSalesSummation(app)
  app.addHook('preClose', () => salesSummation.stop())
  const deliveryWorker = startDeliveryWorker(app)
  app.addHook('preClose', () => deliveryWorker.stop())
}
