import { createCredentialGuard } from './account/credential/create-credential-guard.ts'
import { registerAccount } from './account/register-account.ts'
import type { CredentialGuard } from './account/rule/credential-guard.ts'
import { apiKeyRoutes } from './api-key/api-key-routes.ts'
import { auditRoutes } from './audit/audit-routes.ts'
import { bookmarkRoutes } from './bookmark/bookmark-routes.ts'
import { calendarRoutes } from './calendar/calendar-routes.ts'
import { calendarFeedRoutes } from './calendar/feed/calendar-feed-routes.ts'
import { automationRoutes } from './campaign/automation/automation-routes.ts'
import { campaignRoutes } from './campaign/campaign-routes.ts'
import { cartRoutes } from './cart/cart-routes.ts'
import { categoryRoutes } from './category/category-routes.ts'
import { orderShippingRoutes } from './checkout/order-shipping-options.ts'
import { cmsRoutes } from './cms/cms-routes.ts'
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
import type { App } from './lib/call/serve.ts'
import { openDisk } from './lib/file/disk.ts'
import type { Metrics } from './lib/http/metrics.ts'
import { mailDomainRoutes } from './mail-domain/mail-domain-routes.ts'
import { mediaRoutes } from './media/media-routes.ts'
import { saveUploads } from './media/media-upload.ts'
import { notificationRoutes } from './notification/notification-routes.ts'
import { onboardingRoutes } from './onboarding/onboarding-routes.ts'
import { openapiRoutes } from './openapi/openapi-routes.ts'
import { applyOrderChange } from './order/change/apply-change.ts'
import { labelRoutes } from './order/label/label-routes.ts'
import { findOrderConditions } from './order/order-list.ts'
import { orderRoutes } from './order/order-routes.ts'
import { lockOrders } from './order/order-store.ts'
import { orderMailRoutes } from './order-mail/order-mail-routes.ts'
import { paymentLinkRoutes } from './order-page/payment-link.ts'
import { paymentAccountRoutes } from './payment-method/payment-account-routes.ts'
import { paymentMethodRoutes } from './payment-method/payment-method-routes.ts'
import { postRoutes } from './post/post-routes.ts'
import { findProductConditions } from './product/product-list.ts'
import { productRoutes } from './product/product-routes.ts'
import { productAlertRoutes } from './product-alert/product-alert-routes.ts'
import { redirectRoutes } from './redirect/redirect-routes.ts'
import { reviewRoutes } from './review/review-routes.ts'
import { roleRoutes } from './role/role-routes.ts'
import { searchRoutes } from './search/search-routes.ts'
import { searchRuleRoutes } from './search-rule/search-rule-routes.ts'
import { seoRoutes } from './seo/seo-routes.ts'
import { shippingRoutes } from './shipping/shipping-routes.ts'
import { staffRoutes } from './staff/staff-routes.ts'
import { storeRoutes } from './store/store-routes.ts'
import { storePasswordRoutes } from './store-password/store-password-routes.ts'
import { subscriberRoutes } from './subscriber/subscriber-routes.ts'
import { taskRoutes } from './task/task-routes.ts'
import { taxRoutes } from './tax/tax-routes.ts'
import { themeDraftRoutes } from './theme/theme-draft-routes.ts'
import { themeRoutes } from './theme/theme-routes.ts'
import { viewRoutes } from './view/view-routes.ts'
import { webhookRoutes } from './webhook/webhook-routes.ts'

/** The features, in the order of their names. */
const features: readonly ((app: App) => void)[] = [
  auditRoutes,
  automationRoutes,
  bookmarkRoutes,
  calendarFeedRoutes,
  calendarRoutes,
  campaignRoutes,
  cartRoutes,
  categoryRoutes,
  customerRoutes,
  dashboardRoutes,
  deskRoutes,
  discountRoutes,
  domainRoutes,
  faqQuestionRoutes,
  helpRoutes,
  inboxRoutes,
  invoiceRoutes,
  mediaRoutes,
  onboardingRoutes,
  openapiRoutes,
  orderMailRoutes,
  orderRoutes,
  orderShippingRoutes,
  paymentLinkRoutes,
  postRoutes,
  productAlertRoutes,
  productRoutes,
  redirectRoutes,
  registerAccount,
  reviewRoutes,
  roleRoutes,
  searchRoutes,
  searchRuleRoutes,
  securityTextRoutes,
  seoRoutes,
  shippingRoutes,
  storePasswordRoutes,
  subscriberRoutes,
  taskRoutes,
  taxRoutes,
  themeDraftRoutes,
  themeRoutes,
  viewRoutes,
]
/** The features whose sensitive changes need the password of the caller. */
const guardedFeatures: readonly ((app: App, credentialGuard: CredentialGuard) => void)[] = [
  apiKeyRoutes,
  cmsRoutes,
  labelRoutes,
  mailDomainRoutes,
  paymentAccountRoutes,
  paymentMethodRoutes,
  staffRoutes,
  storeRoutes,
  webhookRoutes,
]

type FeatureOptions = { metrics: Metrics | undefined; ownerUrl: string; appUrl: string }

/** Registers the calls of each feature. */
export function registerFeatures(app: App, { metrics, ownerUrl, appUrl }: FeatureOptions): void {
  for (const register of features) register(app)
  const credentialGuard = createCredentialGuard(app)
  for (const register of guardedFeatures) register(app, credentialGuard)
  healthRoutes(app, appUrl)
  metricsRoutes(app, metrics, ownerUrl)
  notificationRoutes(app, appUrl)
  importRoutes(app, {
    getProductConditions: findProductConditions,
    getOrderConditions: findOrderConditions,
    saveImages: (images, storeId, inTx) => saveUploads(images, openDisk(app.config), storeId, inTx),
    parcelWriter: { lockOrders, applyOrderChange },
  })
}
