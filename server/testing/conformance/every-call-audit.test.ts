import { glob, readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { allApis } from '#contract/all.ts'
import { getRouteUrl, type Route } from '#contract/lib/call/api.ts'
import { securityActions } from '#contract/lib/call/security-event.ts'
import { startTestApp } from '../testing.ts'
import { accountCalls } from './audited-account-call-testing.ts'
import {
  type AuditedCall,
  createdIds,
  fixture,
  initFixture,
  testers,
} from './audited-call-testing.ts'
import { campaignCalls } from './audited-campaign-call-testing.ts'
import { conversationCalls } from './audited-conversation-call-testing.ts'
import { deskCalls } from './audited-desk-call-testing.ts'
import { invoiceCalls } from './audited-invoice-call-testing.ts'
import { orderCalls } from './audited-order-call-testing.ts'
import { paperCalls } from './audited-paper-call-testing.ts'
import { postCalls } from './audited-post-call-testing.ts'
import { priceCalls } from './audited-price-call-testing.ts'
import { productCalls } from './audited-product-call-testing.ts'
import { staffCalls } from './audited-staff-call-testing.ts'
import { storeCalls } from './audited-store-call-testing.ts'

/**
 * Calls that change data without an audit entry, with the reason. The contract contains those of
 * downloads.
 */
const auditExemptRoutes: Record<string, string> = {
  'POST /api/apps/email/unfiled/retry/:id':
    'Starts a job. The message that it adds names its sender.',
  'POST /api/jwt/refresh-token':
    'continues a session, whose login is an entry; a token that is used twice is an entry',
  'PATCH /api/account/preferences': 'personal settings of the layout',
  'POST /api/apps/email/seen/:id': 'what the person has seen',
  'POST /api/apps/email/draft/file/:id': 'a file of an unsent reply, whose message is an entry',
  'DELETE /api/apps/email/draft/file/:id': 'a file of an unsent reply, whose message is an entry',
  'POST /api/order/bulk/preview': 'only reads',
  'POST /api/order/previewChange/:id': 'only reads',
  'POST /api/order/shippingOptions': 'only reads',
  'POST /api/order/quoteDiscounts': 'only reads',
  'POST /api/orderMail/preview': 'only reads',
  'POST /api/automation/preview': 'only reads',
  'POST /api/automation/test': 'sends an email to the person’s own address',
  'POST /api/campaign/preview': 'only reads',
  'POST /api/campaign/test/:id': 'sends an email to the person’s own address',
  'POST /api/segment/preview': 'only reads',
  'POST /api/post/preview/:id': 'only reads',
  'DELETE /api/seo/emptySearch/delete/:id': 'a count of what shoppers search for',
  'POST /api/redirect/findEncoding': 'only reads',
  'POST /api/orderMail/sendTest': 'sends an email to the person’s own address',
  'POST /api/account/checkResetLink': 'only reads',
  'POST /api/account/invitation/check': 'only reads',
  'POST /api/account/resendVerification': 'sends an email to the person’s own address',
  'POST /api/account/credentials/completeReview': 'hides a list',
  'POST /api/account/unlock': 'the person is logged in already; a wrong password is an entry',
  'POST /api/account/passkeys/start':
    'stores nothing before the passkey is created, which is an entry',
  'PATCH /api/account/passkeys/:id': 'renames the person’s own passkey',
  'POST /api/account/passkeyLogin/start': 'only reads',
  'POST /api/account/passkeyUnlock/start': 'only reads',
  'POST /api/account/passkeyUnlock':
    'the person is logged in already; a rejected passkey is an entry',
  'POST /api/account/twoStep/start': 'takes effect when it is confirmed, which is an entry',
  'POST /api/apps/invoice/send/:id': 'the time at which the job sends the email is an entry',
  'POST /api/packing/open': 'only reads',
  'POST /api/packing/pick': 'counts units until they are packed, which is an entry',
  'POST /api/packing/putBack': 'counts units until they are packed, which is an entry',
  'POST /api/packing/pack': 'the order and its parcel are entries',
  'POST /api/packing/slip': 'only reads',
  'POST /api/packing/label': 'only reads',
  'POST /api/print/create': 'the download of the file is an entry',
  'POST /api/cart/sendReminder/:id': 'stores the time of the one email in the cart',
  'POST /api/mail/in/:secret': 'the message is the record',
  'POST /api/mailbox/check': 'the messages are the records',
  'POST /api/paymentWebhook/stripe/:id': 'the order and its payment are entries',
  'POST /api/paymentWebhook/stripe': 'the order and its payment are entries',
  'POST /api/paymentWebhook/mollie/:id': 'the order and its payment are entries',
  'POST /api/plan/checkout': 'opens a page of the provider, which records the payment',
  'POST /api/plan/portal': 'opens a page of the provider, which records changes there',
  'POST /api/plan/change': 'the invoices of the provider are the record',
  'POST /api/plan/refresh': 'stores what the provider reports',
  'POST /api/plan/webhook': 'stores what the provider reports',
  'POST /api/bookmark/create': 'personal data',
  'PATCH /api/bookmark/update/:id': 'personal data',
  'DELETE /api/bookmark/delete/:id': 'personal data',
  'PATCH /api/bookmark/reorder': 'personal data',
  'PATCH /api/notification/read': 'personal data',
  'PATCH /api/upcomingPage/update': 'personal data',
  'PUT /api/help/answer': 'personal data',
  'PUT /api/view/layout': 'personal settings of a list',
  'PUT /api/view/default': 'personal settings of a list',
  'POST /api/import/create': 'only reads a file',
  'POST /api/import/encoding/:id': 'only plans the import again',
  'POST /api/import/match/:id': 'only plans the import again',
  'POST /api/import/cancel/:id': 'the rows that are already imported have their entries',
  'POST /api/import/fetchImages/:id': 'each downloaded image is an entry',
  'POST /api/theme/preview/:id': 'changes nothing; the link shows what the person can see',
  'POST /api/webhook/test/:id': 'sends no data of the store',
  'POST /api/webhookDelivery/resend/:id':
    'repeats a message to the same URL, which the delivery log contains',
}

/** Calls whose entries are tested in another file. */
const routesCoveredElsewhere: Record<string, string> = {
  'POST /api/campaign/send/:id': 'server/campaign/campaign.test.ts',
  'POST /api/campaign/cancel/:id': 'server/campaign/campaign.test.ts',
  'POST /api/campaign/pause/:id': 'server/campaign/campaign.test.ts',
  'POST /api/campaign/resume/:id': 'server/campaign/campaign.test.ts',
  'GET /api/apps/invoice/xml/:id': 'server/invoice/invoice-xml.test.ts',
  'GET /api/apps/email/unfiled/original/:id': 'server/mail-in/unfiled-mail-routes.test.ts',
  'POST /api/account/passkeys': 'server/account/passkey/passkey-routes.test.ts',
  'DELETE /api/account/passkeys/:id': 'server/account/passkey/passkey-routes.test.ts',
  'POST /api/account/credentials/end/:id': 'server/account/credential/credential-routes.test.ts',
  'POST /api/mailDomain/set': 'server/mail-domain/mail-domain.test.ts',
  'POST /api/mailDomain/verify': 'server/mail-domain/mail-domain.test.ts',
  'DELETE /api/mailDomain/delete': 'server/mail-domain/mail-domain.test.ts',
  'POST /api/mailbox/connect': 'server/mail-in/mailbox/mailbox.test.ts',
  'DELETE /api/mailbox/disconnect': 'server/mail-in/mailbox/mailbox.test.ts',
  'POST /api/labelService/set': 'server/order/label/create-label.test.ts',
  'DELETE /api/labelService/delete': 'server/order/label/create-label.test.ts',
  'POST /api/order/createLabel/:id': 'server/order/label/create-label.test.ts',
  'POST /api/paymentAccount/connect': 'server/payment-method/payment-account-routes.test.ts',
  'POST /api/paymentAccount/disconnect': 'server/payment-method/payment-account-routes.test.ts',
  'POST /api/account/passkeyLogin': 'server/account/passkey/passkey-routes.test.ts',
}

type RecordedEntry = {
  id: string
  name: string
  personId: string | null
  ip: string | null
  requestId: string | null
}
/** Returns the audit entries without those of `excludedIds`. */
const listEntries = (excludedIds: readonly string[]) => fixture.app.sql<RecordedEntry[]>`
  select id, action || ' ' || entity as name, person_id, ip, request_id from audit
  where not id = any (${[...excludedIds]}::uuid[]) order by at, id`

const getTitle = (route: AuditedCall['route']) => `${route.method} ${getRouteUrl(route)}`
const calls = [
  ...productCalls,
  ...orderCalls,
  ...invoiceCalls,
  ...conversationCalls,
  ...paperCalls,
  ...priceCalls,
  ...storeCalls,
  ...postCalls,
  ...campaignCalls,
  ...accountCalls,
  ...staffCalls,
  ...deskCalls,
]

/** Sends the call and checks its audit entry. */
async function checkEntry(call: AuditedCall) {
  const { route, entry, args, as = 'owner', saveIdAs, onReply, runsJob } = call
  const callArgs = await args?.()
  const previousIds = (await listEntries([])).map(({ id }) => id)
  const reply = await fixture.app.call(testers[as], route, callArgs)
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
  if (saveIdAs) createdIds[saveIdAs] = reply.body.data._id
  onReply?.(reply.body.data)
  if (runsJob) await fixture.app.runJobs()
  if (!entry) return
  const newEntries = await listEntries(previousIds)
  const matches = newEntries.filter(({ name }) => name === entry)
  expect(matches.length, JSON.stringify(newEntries)).toBeGreaterThan(0)
  for (const { personId, ip } of matches) {
    if (entry !== 'password_reset_requested person' && entry !== 'insert business')
      expect(personId).toBe(testers[as]?.personId)
    // A job has no IP address.
    if (entry !== 'insert product' || !runsJob) expect(ip).toBe('127.0.0.1')
  }
}

describe('all audited calls', () => {
  // A retry starts with a new app, because the calls cannot run twice on the same rows.
  beforeEach(async () => {
    const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#3b6' } })
      .png()
      .toBuffer()
    initFixture(await startTestApp(), image)
  })
  afterEach(() => fixture.app.close())

  // One test, because each call uses the rows of the previous ones.
  test('create an entry with the person and the IP address', async () => {
    for (const [index, call] of calls.entries()) {
      const failure = await checkEntry(call).then(
        () => '',
        (error: unknown) => String(error),
      )
      const title = `${index + 1}. ${getTitle(call.route)} creates the entry "${call.entry}"`
      expect.soft(failure, title).toBe('')
    }
  })
})

test('every call that changes or exports data is tested above or is listed as exempt', () => {
  const testedTitles = new Set([
    ...calls.filter(({ entry }) => entry).map(({ route }) => getTitle(route)),
    ...Object.keys(auditExemptRoutes),
    ...Object.keys(routesCoveredElsewhere),
  ])
  const routes = allApis
    .flatMap((api): Route[] => Object.values(api))
    .filter(route => route.method !== 'GET' || (route.downloadType && !route.auditExemption))
  const titles = routes.map(getTitle)
  expect(titles.filter(title => !testedTitles.has(title))).toEqual([])
  expect(
    [...Object.keys(auditExemptRoutes), ...Object.keys(routesCoveredElsewhere)].filter(
      title => !titles.includes(title),
    ),
  ).toEqual([])
})

test('the server records every action that the audit can be filtered by', async () => {
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
