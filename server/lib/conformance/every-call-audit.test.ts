import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { Secret, TOTP } from 'otpauth'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { accountApi, type SessionUser } from '#contract/account.ts'
import { accountInvitationApi } from '#contract/account-invitation.ts'
import { accountProfileApi } from '#contract/account-profile.ts'
import { accountSecurityApi } from '#contract/account-security.ts'
import { accountSessionApi } from '#contract/account-session.ts'
import { allApis } from '#contract/all.ts'
import { apiKeyApi } from '#contract/api-key.ts'
import { auditApi } from '#contract/audit.ts'
import { businessApi } from '#contract/business.ts'
import { categoryApi } from '#contract/category.ts'
import { cmsApi } from '#contract/cms.ts'
import { customerApi } from '#contract/customer.ts'
import { domainApi } from '#contract/domain.ts'
import { importApi } from '#contract/import.ts'
import { getRouteUrl, type Route } from '#contract/lib/api.ts'
import { securityActions } from '#contract/lib/security-event.ts'
import { mediaApi } from '#contract/media.ts'
import { onboardingApi } from '#contract/onboarding.ts'
import { orderApi } from '#contract/order.ts'
import { paymentMethodApi } from '#contract/payment-method.ts'
import { productApi } from '#contract/product.ts'
import { roleApi } from '#contract/role.ts'
import { staffApi } from '#contract/staff.ts'
import { themeApi } from '#contract/theme.ts'
import { viewApi } from '#contract/view.ts'
import { webhookApi, webhookEventTypes } from '#contract/webhook.ts'
import { dnsClient } from '../../domain/domain-lookup.ts'
import { toRow, withBusinessTransaction } from '../db/db.ts'
import { startTestApp, type TestApp, type Tester } from '../testing/testing.ts'

/** Calls that change something and still leave no entry, each with its reason; downloads have theirs in the contract. */
const auditExemptRoutes: Record<string, string> = {
  'POST /api/jwt/refresh-token':
    'a session that goes on: it began with a login, and a key that came twice is an entry',
  'PATCH /api/account/preferences': 'how the frame looks to one person',
  'POST /api/account/checkResetLink': 'asks only',
  'POST /api/account/invitation/check': 'asks only',
  'POST /api/account/resendVerification': 'a mail to the person’s own address',
  'POST /api/account/unlock':
    'a password that is right lets nobody in who was not in already; a wrong one is an entry',
  'POST /api/account/passkeys/start':
    'nothing is kept before the browser has made the passkey, which is an entry',
  'PATCH /api/account/passkeys/:id': 'what one person calls their own passkey',
  'POST /api/account/passkeyLogin/start': 'asks only',
  'POST /api/account/passkeyUnlock/start': 'asks only',
  'POST /api/account/passkeyUnlock': 'as with the password: only a refusal is an entry',
  'POST /api/account/twoStep/start':
    'nothing is asked for until it is confirmed, which is an entry',
  'POST /api/bookmark/create': 'one person’s own',
  'PATCH /api/bookmark/update/:id': 'one person’s own',
  'DELETE /api/bookmark/delete/:id': 'one person’s own',
  'PATCH /api/bookmark/reorder': 'one person’s own',
  'PATCH /api/notice/read': 'one person’s own',
  'PUT /api/view/layout': 'how a list looks to one person',
  'PUT /api/view/default': 'how a list looks to one person',
  'POST /api/import/create': 'a file is looked through and nothing is written',
  'POST /api/import/cancel/:id': 'what is written stays, and has its entries',
  'POST /api/import/fetchImages/:id': 'each picture that is fetched is an entry',
  'POST /api/webhook/test/:id': 'says nothing of the store',
  'POST /api/webhookDelivery/replay/:id':
    'what was told is told to the same address again, and stands in its log',
}

/** Calls whose entries are looked at where they are tried with all that they need. */
const routesCoveredElsewhere: Record<string, string> = {
  'POST /api/account/passkeys': 'server/account/passkey-routes.test.ts',
  'DELETE /api/account/passkeys/:id': 'server/account/passkey-routes.test.ts',
  'POST /api/account/passkeyLogin': 'server/account/passkey-routes.test.ts',
}

let t: TestApp
const createdIds: Record<string, string> = {}
const testers: Record<string, Tester> = {}
let file: Buffer
beforeAll(async () => {
  t = await startTestApp()
  testers['owner'] = t.people.owner
  file = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#3b6' } })
    .png()
    .toBuffer()
})
afterAll(async () => {
  vi.restoreAllMocks()
  await t.close()
})

type AuditedCallArgs = Parameters<TestApp['call']>[2]
type AuditedCall = {
  route: Parameters<TestApp['call']>[1]
  /** What must be among the entries that it leaves. */
  leaves: string
  args?: () => AuditedCallArgs | Promise<AuditedCallArgs>
  as?: 'owner' | 'ann' | 'ben' | 'cy'
  /** The name under which the reply's `_id` is kept for the calls that follow. */
  keeps?: string
  notes?: (
    data: SessionUser & {
      secret: string
      lines: { _id: string }[]
      fulfillments: { _id: string }[]
      variants: { _id: string }[]
      version: number
      role: string
      recoveryCodes: string[]
    },
  ) => void
  /** Whether a job does it. */
  later?: boolean
}
const id = (name: string) => ({ params: { id: createdIds[name] ?? '' } })
const ids = (...names: string[]) => ({ body: { ids: names.map(name => createdIds[name]) } })
const body = (values: object) => ({ body: values })
const withIdAndBody = (name: string, values: object) => ({ ...id(name), ...body(values) })
const upload = (name: string, content: Buffer | string, fields: Record<string, string> = {}) => {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name)
  return body(form)
}
const saveTester =
  (name: string) =>
  ({ _id, business, accessToken }: SessionUser) => {
    testers[name] = { personId: _id, businessId: business ?? '', token: accessToken }
  }
const password = 'kiln-and-glaze'
const hashOf = (token: string) => createHash('sha256').update(token).digest()
const createMailLink = (purpose: string, to = 'ann@example.com') => t.sql`
  insert into mail_link (hash, person_id, purpose, email, expires_at) select ${hashOf(purpose)}, id, ${purpose}, ${to}, now() + interval '1 hour' from person where email = 'ann@example.com'`
/** Prepares the invitation that waits in Ann's store. */
const updateInvitation = (values: object) =>
  withBusinessTransaction(
    t.app.db,
    testers['ann']?.businessId ?? '',
    tx =>
      tx`update invitation set ${tx(toRow(values))} where id = ${createdIds['invitation'] ?? ''}`,
  )
const setInvitationToken = (token: string) => updateInvitation({ tokenHash: hashOf(token) })

const productCalls: AuditedCall[] = [
  {
    route: categoryApi.create,
    leaves: 'insert category',
    args: () => body({ name: 'Cups' }),
    keeps: 'category',
  },
  {
    route: categoryApi.create,
    leaves: 'insert category',
    args: () => body({ name: 'Bowls' }),
    keeps: 'bowls',
  },
  {
    route: categoryApi.update,
    leaves: 'update category',
    args: () => withIdAndBody('category', { name: 'Mugs' }),
  },
  {
    route: categoryApi.move,
    leaves: 'update category',
    args: () => withIdAndBody('bowls', { parent: null, position: 0 }),
  },
  {
    route: categoryApi.bulkUpdateStatus,
    leaves: 'update category',
    args: () => body({ ids: [createdIds['bowls']], status: 'hidden' }),
  },
  {
    route: productApi.create,
    leaves: 'insert product',
    args: () => body({ title: 'Cup', price: 500, stock: 50 }),
    keeps: 'product',
    notes: ({ variants }) => {
      createdIds['variant'] = variants[0]?._id ?? ''
    },
  },
  {
    route: productApi.update,
    leaves: 'update product',
    args: () => withIdAndBody('product', { title: 'Blue cup' }),
  },
  {
    route: productApi.bulkUpdateStatus,
    leaves: 'update product',
    args: () => body({ ids: [createdIds['product']], status: 'archived' }),
  },
  {
    route: productApi.bulkUpdateTags,
    leaves: 'update product',
    args: () => body({ ids: [createdIds['product']], add: ['new'] }),
  },
  {
    route: productApi.bulkUpdateCategories,
    leaves: 'insert product_category',
    args: () => body({ ids: [createdIds['product']], add: [createdIds['category']] }),
  },
  { route: productApi.export, leaves: 'export export' },
  {
    route: mediaApi.upload,
    leaves: 'insert media',
    args: () => upload('a.png', file),
    notes: data => {
      createdIds['media'] = JSON.stringify(data).match(/"_id":"([^"]+)/)?.[1] ?? ''
    },
  },
  {
    route: mediaApi.update,
    leaves: 'update media',
    args: () => withIdAndBody('media', { alt: 'A cup' }),
  },
  { route: mediaApi.delete, leaves: 'delete media', args: () => id('media') },
  {
    route: importApi.create,
    leaves: '',
    args: () => upload('a.csv', 'Handle,Title,Variant Price\na,A,1', { kind: 'products' }),
    keeps: 'import',
    later: true,
  },
  { route: importApi.start, leaves: 'insert product', args: () => id('import'), later: true },
]
const orderCalls: AuditedCall[] = [
  {
    route: customerApi.create,
    leaves: 'insert customer',
    args: () => body({ name: 'Cora' }),
    keeps: 'customer',
  },
  {
    route: customerApi.create,
    leaves: 'insert customer',
    args: () => body({ name: 'Dora' }),
    keeps: 'dora',
  },
  {
    route: customerApi.update,
    leaves: 'update customer',
    args: () => withIdAndBody('customer', { name: 'Cora Lee' }),
  },
  {
    route: customerApi.bulkUpdateTags,
    leaves: 'update customer',
    args: () => body({ ids: [createdIds['customer']], add: ['vip'] }),
  },
  {
    route: orderApi.create,
    leaves: 'insert order',
    args: () => body({ lines: [{ variant: createdIds['variant'], quantity: 2 }] }),
    keeps: 'order',
  },
  {
    route: orderApi.create,
    leaves: 'insert order',
    args: () => body({ lines: [{ variant: createdIds['variant'], quantity: 1 }] }),
    keeps: 'second',
  },
  {
    route: orderApi.update,
    leaves: 'update order',
    args: () => withIdAndBody('order', { note: 'Wrap it' }),
  },
  {
    route: orderApi.addNote,
    leaves: 'insert order_event',
    args: () => withIdAndBody('order', { text: 'Rang up' }),
  },
  {
    route: orderApi.addPayment,
    leaves: 'insert payment',
    args: () => withIdAndBody('order', { amount: 1000, method: 'cash' }),
  },
  {
    route: orderApi.addRefund,
    leaves: 'insert payment',
    args: () => withIdAndBody('order', { amount: 100, method: 'cash' }),
  },
  {
    route: orderApi.updateStatus,
    leaves: 'update order',
    args: () => withIdAndBody('order', { status: 'shipped' }),
    notes: ({ fulfillments }) => {
      createdIds['parcel'] = fulfillments[0]?._id ?? ''
    },
  },
  {
    route: orderApi.updateTracking,
    leaves: 'update fulfillment',
    args: () =>
      withIdAndBody('order', {
        fulfillment: createdIds['parcel'],
        tracking: { carrier: 'UPS', number: '1Z9' },
      }),
  },
  {
    route: orderApi.bulkUpdateStatus,
    leaves: 'update order',
    args: () => body({ ids: [createdIds['second']], status: 'confirmed' }),
  },
  {
    route: orderApi.bulkUpdateTags,
    leaves: 'update order',
    args: () => body({ ids: [createdIds['second']], add: ['rush'] }),
  },
  {
    route: orderApi.bulkAddPayment,
    leaves: 'insert payment',
    args: () => body({ ids: [createdIds['second']], method: 'cash' }),
  },
  { route: orderApi.export, leaves: 'export export' },
  { route: auditApi.export, leaves: 'export export' },
  { route: customerApi.delete, leaves: 'delete customer', args: () => id('customer') },
  { route: customerApi.bulkDelete, leaves: 'delete customer', args: () => ids('dora') },
  { route: productApi.delete, leaves: 'delete product', args: () => id('product') },
  {
    route: productApi.create,
    leaves: 'insert product',
    args: () => body({ title: 'Saucer', price: 1 }),
    keeps: 'saucer',
  },
  { route: productApi.bulkDelete, leaves: 'delete product', args: () => ids('saucer') },
  { route: categoryApi.delete, leaves: 'delete category', args: () => id('category') },
  { route: categoryApi.bulkDelete, leaves: 'delete category', args: () => ids('bowls') },
]
const storeCalls: AuditedCall[] = [
  {
    route: cmsApi.update,
    leaves: 'insert cms',
    args: () => body({ identity: { tagline: 'Cups' } }),
  },
  {
    route: cmsApi.createPage,
    leaves: 'insert page',
    args: () => body({ title: 'Jobs' }),
    keeps: 'page',
  },
  {
    route: cmsApi.updatePage,
    leaves: 'update page',
    args: () => withIdAndBody('page', { title: 'Work here' }),
  },
  { route: cmsApi.deletePage, leaves: 'delete page', args: () => id('page') },
  {
    route: themeApi.update,
    leaves: 'insert theme',
    args: async () => ({
      params: { id: (await t.call('owner', themeApi.list)).body.data[1]._id },
      body: { settings: { accent: '#0a0b0c' } },
    }),
  },
  {
    route: themeApi.activate,
    leaves: 'update theme',
    args: async () => ({ params: { id: (await t.call('owner', themeApi.list)).body.data[1]._id } }),
  },
  {
    route: domainApi.create,
    leaves: 'insert domain',
    args: () => body({ domain: 'cups.example.com' }),
    keeps: 'domain',
  },
  {
    route: domainApi.verify,
    leaves: 'update domain',
    args: async () => {
      const [{ token } = { token: '' }] = await t.inStore(
        tx =>
          tx<
            { token: string }[]
          >`select token from domain where id = ${createdIds['domain'] ?? ''}`,
      )
      vi.spyOn(dnsClient, 'resolveTxt').mockResolvedValue([[token]])
      vi.spyOn(dnsClient, 'resolveCname').mockResolvedValue([
        'store-of-owner.storewright.localhost',
      ])
      return id('domain')
    },
  },
  { route: domainApi.makePrimary, leaves: 'update domain', args: () => id('domain') },
  {
    route: domainApi.create,
    leaves: 'insert domain',
    args: () => body({ domain: 'bowls.example.com' }),
    keeps: 'spare',
  },
  { route: domainApi.delete, leaves: 'delete domain', args: () => id('spare') },
  {
    route: paymentMethodApi.create,
    leaves: 'insert payment_method',
    args: () => body({ kind: 'other', name: 'By barter' }),
    keeps: 'way',
  },
  {
    route: paymentMethodApi.update,
    leaves: 'update payment_method',
    args: () => withIdAndBody('way', { name: 'By trade' }),
  },
  { route: paymentMethodApi.delete, leaves: 'delete payment_method', args: () => id('way') },
  {
    route: onboardingApi.update,
    leaves: 'insert onboarding',
    args: () => body({ dismissed: true }),
  },
  { route: onboardingApi.confirmStoreHandle, leaves: 'update business' },
  {
    route: businessApi.update,
    leaves: 'update business',
    args: () => ({
      params: { id: t.people.owner.businessId },
      body: { data: { name: 'Potters' } },
    }),
  },
  { route: businessApi.create, leaves: 'insert business', args: () => body({ name: 'Another' }) },
  {
    route: viewApi.create,
    leaves: 'insert list_view',
    args: () => body({ list: 'product', name: 'Low', query: {} }),
    keeps: 'view',
  },
  {
    route: viewApi.update,
    leaves: 'update list_view',
    args: () => withIdAndBody('view', { name: 'Very low' }),
  },
  { route: viewApi.delete, leaves: 'delete list_view', args: () => id('view') },
]
const accountCalls: AuditedCall[] = [
  {
    route: accountApi.signup,
    leaves: 'insert business',
    args: () =>
      body({ fullName: 'Ann Doe', email: 'ann@example.com', password, businessName: 'Pots' }),
    as: 'ann',
    notes: saveTester('ann'),
  },
  {
    route: accountSecurityApi.verifyEmail,
    leaves: 'email_verified person',
    args: async () => {
      await createMailLink('verify_email')
      return body({ token: 'verify_email' })
    },
    as: 'ann',
  },
  {
    route: accountSecurityApi.forgotPassword,
    leaves: 'password_reset_asked person',
    args: () => body({ email: 'ann@example.com' }),
    later: true,
  },
  {
    route: accountSecurityApi.resetPassword,
    leaves: 'password_reset person',
    args: async () => {
      await createMailLink('reset_password')
      return body({ token: 'reset_password', password: `${password}2` })
    },
    as: 'ann',
  },
  {
    route: accountApi.login,
    leaves: 'login person',
    args: () => body({ email: 'ann@example.com', password: `${password}2` }),
    as: 'ann',
    notes: saveTester('ann'),
  },
  {
    route: accountSessionApi.changePassword,
    leaves: 'password_changed person',
    args: () => body({ current: `${password}2`, password }),
    as: 'ann',
  },
  {
    route: accountSessionApi.endOtherSessions,
    leaves: 'sessions_ended person',
    args: () => body({ password }),
    as: 'ann',
  },
  {
    route: accountSessionApi.endSession,
    leaves: 'session_ended person',
    as: 'ann',
    args: async () => {
      await t.call(undefined, accountApi.login, body({ email: 'ann@example.com', password }))
      return {
        params: {
          id: (await t.call(testers['ann'], accountSessionApi.listSessions)).body.data[1]._id,
        },
      }
    },
  },
  {
    route: accountSecurityApi.confirmTwoStep,
    leaves: 'two_step_on person',
    as: 'ann',
    args: async () => {
      const { secret } = (
        await t.call(testers['ann'], accountSecurityApi.startTwoStep, body({ password }))
      ).body.data
      return body({ code: TOTP.generate({ secret: Secret.fromBase32(secret) }) })
    },
    notes: ({ recoveryCodes }) => {
      createdIds['code'] = recoveryCodes[0] ?? ''
    },
  },
  {
    route: accountSecurityApi.renewRecoveryCodes,
    leaves: 'recovery_codes_renewed person',
    args: () => body({ password, otp: createdIds['code'] }),
    as: 'ann',
    notes: ({ recoveryCodes }) => {
      createdIds['code'] = recoveryCodes[0] ?? ''
    },
  },
  {
    route: accountSecurityApi.disableTwoStep,
    leaves: 'two_step_off person',
    args: () => body({ password, otp: createdIds['code'] }),
    as: 'ann',
  },
]
const staffCalls: AuditedCall[] = [
  {
    route: roleApi.create,
    leaves: 'insert role',
    args: () => body({ name: 'Packing', ability: [{ action: 'read', subject: 'order' }] }),
    as: 'ann',
  },
  {
    route: roleApi.update,
    leaves: 'permission_changed role',
    args: () => ({
      params: { role: 'packing' },
      body: { ability: [{ action: 'manage', subject: 'order' }] },
    }),
    as: 'ann',
  },
  {
    route: roleApi.delete,
    leaves: 'delete role',
    args: () => ({ params: { role: 'packing' } }),
    as: 'ann',
  },
  {
    route: staffApi.invite,
    leaves: 'invited invitation',
    args: () => body({ email: 'ben@example.com', role: 'manager' }),
    as: 'ann',
    keeps: 'invitation',
  },
  {
    route: staffApi.resend,
    leaves: 'update invitation',
    args: async () => {
      await updateInvitation({ sentAt: new Date(0) })
      return id('invitation')
    },
    as: 'ann',
  },
  {
    route: accountInvitationApi.join,
    leaves: 'invitation_accepted invitation',
    args: async () => {
      await setInvitationToken('ben')
      return body({ token: 'ben', fullName: 'Ben', password })
    },
    as: 'ben',
    notes: saveTester('ben'),
  },
  {
    route: staffApi.invite,
    leaves: 'insert invitation',
    args: () => body({ email: 'owner@example.com', role: 'user' }),
    as: 'ann',
    keeps: 'invitation',
  },
  {
    route: accountInvitationApi.acceptInvitation,
    leaves: 'invitation_accepted invitation',
    args: async () => {
      await setInvitationToken('owner')
      return body({ token: 'owner' })
    },
  },
  {
    route: staffApi.invite,
    leaves: 'insert invitation',
    args: () => body({ email: 'eve@example.com', role: 'user' }),
    as: 'ann',
    keeps: 'invitation',
  },
  { route: staffApi.revoke, leaves: 'delete invitation', args: () => id('invitation'), as: 'ann' },
  {
    route: staffApi.update,
    leaves: 'permission_changed person',
    args: () => ({
      params: { id: testers['ben']?.personId ?? '' },
      body: { role: 'administrator' },
    }),
    as: 'ann',
  },
  {
    route: staffApi.delete,
    leaves: 'permission_changed person',
    args: () => ({ params: { id: t.people.owner.personId } }),
    as: 'ann',
  },
  {
    route: staffApi.offerOwnership,
    leaves: 'ownership_offered person',
    args: () => body({ to: testers['ben']?.personId, staysOwner: true, password }),
    as: 'ann',
  },
  {
    route: staffApi.cancelOwnershipOffer,
    leaves: 'delete ownership_offer',
    args: () => ({ params: { id: testers['ann']?.businessId ?? '' } }),
    as: 'ann',
  },
  {
    route: staffApi.offerOwnership,
    leaves: 'insert ownership_offer',
    args: () => body({ to: testers['ben']?.personId, staysOwner: true, password }),
    as: 'ann',
  },
  {
    route: staffApi.acceptOwnership,
    leaves: 'ownership_transferred person',
    args: () => ({ params: { id: testers['ann']?.businessId ?? '' }, body: { password } }),
    as: 'ben',
  },
  {
    route: apiKeyApi.create,
    leaves: 'key_created api_key',
    args: () => body({ name: 'Till', ability: [{ action: 'read', subject: 'product' }] }),
    as: 'ann',
    keeps: 'key',
  },
  {
    route: apiKeyApi.update,
    leaves: 'update api_key',
    args: () => withIdAndBody('key', { ability: [{ action: 'read', subject: 'order' }] }),
    as: 'ann',
  },
  { route: apiKeyApi.revoke, leaves: 'key_revoked api_key', args: () => id('key'), as: 'ann' },
  {
    route: webhookApi.create,
    leaves: 'insert webhook',
    args: () => body({ url: 'https://example.com/hook', events: [webhookEventTypes[0]] }),
    as: 'ann',
    keeps: 'webhook',
  },
  {
    route: webhookApi.update,
    leaves: 'update webhook',
    args: () => withIdAndBody('webhook', { name: 'Till' }),
    as: 'ann',
  },
  {
    route: webhookApi.rotateSecret,
    leaves: 'secret_renewed webhook',
    args: () => id('webhook'),
    as: 'ann',
  },
  { route: webhookApi.delete, leaves: 'delete webhook', args: () => id('webhook'), as: 'ann' },
  { route: staffApi.leave, leaves: 'permission_changed person', as: 'ben' },
  {
    route: staffApi.invite,
    leaves: 'insert invitation',
    args: () => body({ email: 'cy@example.com', role: 'user' }),
    as: 'ann',
    keeps: 'invitation',
  },
  {
    route: accountInvitationApi.join,
    leaves: 'login person',
    args: async () => {
      await setInvitationToken('cy')
      return body({ token: 'cy', fullName: 'Cy', password })
    },
    as: 'cy',
    notes: saveTester('cy'),
  },
  {
    route: accountProfileApi.deleteAccount,
    leaves: 'account_deleted person',
    args: () => body({ password }),
    as: 'cy',
  },
  {
    route: accountProfileApi.changeEmail,
    leaves: 'email_change_asked person',
    args: () => body({ email: 'ann@example.net', password }),
    as: 'ann',
  },
  {
    route: accountProfileApi.confirmEmail,
    leaves: 'email_changed person',
    args: async () => {
      await createMailLink('change_email', 'ann@example.net')
      return body({ token: 'change_email' })
    },
    as: 'ann',
  },
  {
    route: accountProfileApi.updateProfile,
    leaves: 'profile_changed person',
    args: () => body({ fullName: 'Ann Other' }),
    as: 'ann',
  },
  {
    route: accountProfileApi.setAvatar,
    leaves: 'profile_changed person',
    args: () => upload('me.png', file),
    as: 'ann',
  },
  { route: accountProfileApi.deleteAvatar, leaves: 'profile_changed person', as: 'ann' },
  { route: accountApi.logout, leaves: 'logout person', as: 'ann' },
]

type RecordedEntry = {
  id: string
  what: string
  personId: string | null
  ip: string | null
  requestId: string | null
}
const entries = (seen: readonly string[]) => t.sql<RecordedEntry[]>`
  select id, action || ' ' || entity as what, person_id, ip, request_id from audit where not id = any (${[...seen]}::uuid[]) order by at, id`

const titledCalls = [
  ...productCalls,
  ...orderCalls,
  ...storeCalls,
  ...accountCalls,
  ...staffCalls,
].map(call => ({
  title: `${call.route.method} ${getRouteUrl(call.route)}`,
  call,
}))
const numberedCalls = titledCalls.map(({ title, call }, i) => ({
  title: `${i + 1}. ${title}`,
  call,
}))

describe('what changes something, or takes data out, leaves an entry that says who and from where', () => {
  test.each(numberedCalls)(
    '$title leaves $call.leaves',
    async ({ call: { route, leaves, args, as = 'owner', keeps, notes, later } }) => {
      const given = await args?.()
      const seen = (await entries([])).map(entry => entry.id)
      const reply = await t.call(testers[as], route, given)
      expect([reply.status < 300, reply.status < 300 || reply.body]).toEqual([true, true])
      if (keeps) createdIds[keeps] = reply.body.data._id
      notes?.(reply.body.data)
      if (later) await t.runJobs()
      if (!leaves) return
      const left = await entries(seen)
      const found = left.filter(({ what }) => what === leaves)
      expect(found.length, JSON.stringify(left)).toBeGreaterThan(0)
      for (const { personId, ip } of found) {
        if (leaves !== 'password_reset_asked person' && leaves !== 'insert business')
          expect(personId).toBe(testers[as]?.personId)
        // What a job does on somebody's behalf comes from nowhere but here.
        if (leaves !== 'insert product' || !later) expect(ip).toBe('127.0.0.1')
      }
    },
  )
})

test('every call that changes something or takes data out is tried above, or is named with the reason why it leaves nothing', () => {
  const tried = new Set([
    ...titledCalls.filter(({ call }) => call.leaves).map(({ title }) => title),
    ...Object.keys(auditExemptRoutes),
    ...Object.keys(routesCoveredElsewhere),
  ])
  const routes = allApis
    .flatMap((api): Route[] => Object.values(api))
    .filter(route => route.method !== 'GET' || (route.downloadType && !route.auditExemption))
  const titles = routes.map(route => `${route.method} ${getRouteUrl(route)}`)
  expect(titles.filter(title => !tried.has(title))).toEqual([])
  expect(
    [...Object.keys(auditExemptRoutes), ...Object.keys(routesCoveredElsewhere)].filter(
      title => !titles.includes(title),
    ),
  ).toEqual([])
})

test('every word that the audit can be filtered by is written somewhere', async () => {
  const files = (await Array.fromAsync(glob('server/**/*.ts'))).filter(
    file => !/\.test\.ts$|testing\.ts$/.test(file),
  )
  const source = (await Promise.all(files.map(file => readFile(file, 'utf8')))).join()
  expect(
    securityActions.filter(
      action =>
        !new RegExp(
          `(create(Anonymous)?AccountEvent\\(|recordLoginEvent\\(app, |action: )\\s*'${action}'`,
        ).test(source),
    ),
  ).toEqual([])
})
