import { z } from 'zod'
import * as account from './account/account.ts'
import * as accountCredential from './account/account-credential.ts'
import * as accountInvitation from './account/account-invitation.ts'
import * as accountPasskey from './account/account-passkey.ts'
import * as accountProfile from './account/account-profile.ts'
import * as accountSecurity from './account/account-security.ts'
import * as accountSession from './account/account-session.ts'
import * as plan from './account/plan.ts'
import * as automation from './campaign/automation.ts'
import * as campaign from './campaign/campaign.ts'
import * as segment from './campaign/segment.ts'
import * as suppression from './campaign/suppression.ts'
import * as cms from './cms/cms.ts'
import * as cmsNavigation from './cms/cms-navigation.ts'
import * as faqQuestion from './cms/faq-question.ts'
import * as post from './cms/post.ts'
import * as redirect from './cms/redirect.ts'
import * as searchRule from './cms/search-rule.ts'
import * as seo from './cms/seo.ts'
import * as textVersion from './cms/text-version.ts'
import * as customer from './customer/customer.ts'
import * as customerAddress from './customer/customer-address.ts'
import * as customerData from './customer/customer-data.ts'
import * as customerHistory from './customer/customer-history.ts'
import * as subscriber from './customer/subscriber.ts'
import * as calendarEvent from './desk/calendar-event.ts'
import * as calendarFeed from './desk/calendar-feed.ts'
import * as chat from './desk/chat.ts'
import * as conversation from './desk/conversation.ts'
import * as conversationState from './desk/conversation-state.ts'
import * as desk from './desk/desk.ts'
import * as draftFile from './desk/draft-file.ts'
import * as help from './desk/help.ts'
import * as helpTopic from './desk/help-topic.ts'
import * as mailIn from './desk/mail-in.ts'
import * as message from './desk/message.ts'
import * as savedReply from './desk/saved-reply.ts'
import * as senderRule from './desk/sender-rule.ts'
import * as task from './desk/task.ts'
import * as taskRule from './desk/task-rule.ts'
import * as apiKey from './developer/api-key.ts'
import * as openapi from './developer/openapi.ts'
import * as webhook from './developer/webhook.ts'
import * as webhookPayload from './developer/webhook-payload.ts'
import * as importContract from './import/import.ts'
import * as importState from './import/import-state.ts'
import * as invoice from './invoice/invoice.ts'
import * as invoiceDocument from './invoice/invoice-document.ts'
import type { Route } from './lib/call/api.ts'
import * as planResource from './lib/call/plan-resource.ts'
import { listSecondRoutes } from './lib/call/second-address.ts'
import * as cart from './order/cart.ts'
import * as orderFile from './order/file/order-file.ts'
import * as orderLabel from './order/file/order-label.ts'
import * as orderEmail from './order/mail/order-email.ts'
import * as order from './order/order.ts'
import * as orderArchive from './order/order-archive.ts'
import * as orderBulkPreview from './order/order-bulk-preview.ts'
import * as orderChange from './order/order-change.ts'
import * as orderCopy from './order/order-copy.ts'
import * as orderDiscount from './order/order-discount.ts'
import * as orderFilter from './order/order-filter.ts'
import * as orderHint from './order/order-hint.ts'
import * as orderInput from './order/order-input.ts'
import * as orderItem from './order/order-item.ts'
import * as orderMail from './order/order-mail.ts'
import * as orderNote from './order/order-note.ts'
import * as orderPaper from './order/order-paper.ts'
import * as orderPaymentLink from './order/order-payment-link.ts'
import * as orderPrint from './order/order-print.ts'
import * as orderReturn from './order/order-return.ts'
import * as orderShipping from './order/order-shipping.ts'
import * as orderState from './order/order-state.ts'
import * as packerLink from './packing/packer-link.ts'
import * as packing from './packing/packing.ts'
import * as paymentAccount from './payment/payment-account.ts'
import * as paymentMethod from './payment/payment-method.ts'
import * as paymentWebhook from './payment/payment-webhook.ts'
import * as category from './product/category.ts'
import * as discount from './product/discount.ts'
import * as ecommerceProduct from './product/ecommerce-product.ts'
import * as media from './product/media.ts'
import * as product from './product/product.ts'
import * as productAlert from './product/product-alert.ts'
import * as review from './product/review.ts'
import * as storeSwatch from './product/store-swatch.ts'
import * as audit from './staff/audit.ts'
import * as bookmark from './staff/bookmark.ts'
import * as dashboard from './staff/dashboard.ts'
import * as notification from './staff/notification.ts'
import * as profile from './staff/profile.ts'
import * as role from './staff/role.ts'
import * as staff from './staff/staff.ts'
import * as view from './staff/view.ts'
import * as domain from './store/domain.ts'
import * as freeSlug from './store/free-slug.ts'
import * as health from './store/health.ts'
import * as labelService from './store/label-service.ts'
import * as mailDomain from './store/mail-domain.ts'
import * as mailbox from './store/mailbox.ts'
import * as onboarding from './store/onboarding.ts'
import * as search from './store/search.ts'
import * as shipping from './store/shipping.ts'
import * as business from './store/store.ts'
import * as storePassword from './store/store-password.ts'
import * as tax from './store/tax.ts'
import * as upcomingPage from './store/upcoming-page.ts'
import * as theme from './theme/theme.ts'
import * as themeDraft from './theme/theme-draft.ts'

/** The whole API, one entry per feature. */
const features = {
  account,
  accountCredential,
  accountInvitation,
  accountPasskey,
  accountProfile,
  accountSecurity,
  accountSession,
  apiKey,
  audit,
  bookmark,
  business,
  automation,
  campaign,
  segment,
  suppression,
  cart,
  category,
  cms,
  cmsNavigation,
  chat,
  conversation,
  draftFile,
  conversationState,
  message,
  savedReply,
  senderRule,
  orderInput,
  orderFilter,
  orderState,
  customer,
  customerAddress,
  customerData,
  customerHistory,
  dashboard,
  desk,
  discount,
  domain,
  ecommerceProduct,
  freeSlug,
  health,
  help,
  helpTopic,
  importContract,
  importState,
  invoice,
  invoiceDocument,
  labelService,
  mailDomain,
  mailbox,
  media,
  notification,
  onboarding,
  openapi,
  order,
  paymentMethod,
  plan,
  planResource,
  orderCopy,
  orderBulkPreview,
  orderChange,
  orderDiscount,
  paymentAccount,
  paymentWebhook,
  mailIn,
  orderItem,
  orderMail,
  orderArchive,
  orderFile,
  orderLabel,
  orderHint,
  orderNote,
  orderPaper,
  packerLink,
  packing,
  orderEmail,
  orderPaymentLink,
  orderPrint,
  orderReturn,
  orderShipping,
  shipping,
  post,
  faqQuestion,
  product,
  profile,
  redirect,
  searchRule,
  seo,
  review,
  storeSwatch,
  role,
  search,
  staff,
  storePassword,
  subscriber,
  productAlert,
  task,
  taskRule,
  calendarEvent,
  calendarFeed,
  tax,
  textVersion,
  theme,
  themeDraft,
  upcomingPage,
  view,
  webhook,
  webhookPayload,
}
const featureExports = Object.values(features).flatMap((file: Record<string, unknown>) =>
  Object.entries(file),
)

/** All calls at their first address, for the tests that compare the server with its contract. */
export const allApis: Record<string, Route>[] = featureExports
  .map(([, value]) => value)
  .filter(isApiDefinition)

/** All calls at all their addresses. */
export const allRoutes: readonly Route[] = allApis
  .flatMap(api => Object.values(api))
  .flatMap(route => [route, ...listSecondRoutes(route)])

/** All named schemas, which the API reference lists once and references. */
export const allSchemas: Record<string, z.ZodType> = Object.fromEntries(
  featureExports.filter(isSchemaEntry),
)

function isApiDefinition(value: unknown): value is Record<string, Route> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every(
      call => typeof call === 'object' && call !== null && 'method' in call && 'can' in call,
    )
  )
}

function isSchemaEntry(entry: [string, unknown]): entry is [string, z.ZodType] {
  return entry[1] instanceof z.ZodType
}
