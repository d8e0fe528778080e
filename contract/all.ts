import { z } from 'zod'
import * as account from './account.ts'
import * as accountCredential from './account-credential.ts'
import * as accountInvitation from './account-invitation.ts'
import * as accountPasskey from './account-passkey.ts'
import * as accountProfile from './account-profile.ts'
import * as accountSecurity from './account-security.ts'
import * as accountSession from './account-session.ts'
import * as apiKey from './api-key.ts'
import * as audit from './audit.ts'
import * as bookmark from './bookmark.ts'
import * as business from './business.ts'
import * as cart from './cart.ts'
import * as category from './category.ts'
import * as cms from './cms.ts'
import * as cmsNavigation from './cms-navigation.ts'
import * as contactMessage from './contact-message.ts'
import * as customer from './customer.ts'
import * as customerAddress from './customer-address.ts'
import * as customerData from './customer-data.ts'
import * as customerHistory from './customer-history.ts'
import * as dashboard from './dashboard.ts'
import * as discount from './discount.ts'
import * as domain from './domain.ts'
import * as freeSlug from './free-slug.ts'
import * as health from './health.ts'
import * as importContract from './import.ts'
import { getSecondRoute, type Route } from './lib/api.ts'
import * as mailDomain from './mail-domain.ts'
import * as media from './media.ts'
import * as notification from './notification.ts'
import * as onboarding from './onboarding.ts'
import * as openapi from './openapi.ts'
import * as order from './order.ts'
import * as orderDiscount from './order-discount.ts'
import * as orderFilter from './order-filter.ts'
import * as orderInput from './order-input.ts'
import * as orderItem from './order-item.ts'
import * as orderMail from './order-mail.ts'
import * as orderPaymentLink from './order-payment-link.ts'
import * as orderShipping from './order-shipping.ts'
import * as orderState from './order-state.ts'
import * as orderUnpaid from './order-unpaid.ts'
import * as paymentAccount from './payment-account.ts'
import * as paymentMethod from './payment-method.ts'
import * as paymentWebhook from './payment-webhook.ts'
import * as product from './product.ts'
import * as productAlert from './product-alert.ts'
import * as redirect from './redirect.ts'
import * as review from './review.ts'
import * as role from './role.ts'
import * as search from './search.ts'
import * as shipping from './shipping.ts'
import * as staff from './staff.ts'
import * as storePassword from './store-password.ts'
import * as subscriber from './subscriber.ts'
import * as tax from './tax.ts'
import * as theme from './theme.ts'
import * as themeDraft from './theme-draft.ts'
import * as upcomingPage from './upcoming-page.ts'
import * as view from './view.ts'
import * as webhook from './webhook.ts'
import * as webhookPayload from './webhook-payload.ts'

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
  cart,
  category,
  cms,
  cmsNavigation,
  orderInput,
  orderFilter,
  orderState,
  contactMessage,
  customer,
  customerAddress,
  customerData,
  customerHistory,
  dashboard,
  discount,
  domain,
  freeSlug,
  health,
  importContract,
  mailDomain,
  media,
  notification,
  onboarding,
  openapi,
  order,
  paymentMethod,
  orderDiscount,
  paymentAccount,
  paymentWebhook,
  orderItem,
  orderMail,
  orderPaymentLink,
  orderShipping,
  orderUnpaid,
  shipping,
  product,
  redirect,
  review,
  role,
  search,
  staff,
  storePassword,
  subscriber,
  productAlert,
  tax,
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

/** All routes, for the API reference and the tests that compare the server with its contract. */
export const allApis: Record<string, Route>[] = featureExports
  .map(([, value]) => value)
  .filter(isApiDefinition)
  .map(addSecondAddresses)

function addSecondAddresses(api: Record<string, Route>): Record<string, Route> {
  const secondRoutes = Object.values(api).flatMap(route => getSecondRoute(route) ?? [])
  return { ...api, ...Object.fromEntries(secondRoutes.map(route => [route.name, route])) }
}

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
