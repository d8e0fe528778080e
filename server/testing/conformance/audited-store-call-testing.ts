import { vi } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { redirectApi } from '#contract/cms/redirect.ts'
import { pageVersionApi } from '#contract/cms/text-version.ts'
import { subscriberApi } from '#contract/customer/subscriber.ts'
import { orderMailApi } from '#contract/order/order-mail.ts'
import { paymentMethodApi } from '#contract/payment/payment-method.ts'
import { productAlertApi } from '#contract/product/product-alert.ts'
import { viewApi } from '#contract/staff/view.ts'
import { domainApi } from '#contract/store/domain.ts'
import { onboardingApi } from '#contract/store/onboarding.ts'
import { shippingApi } from '#contract/store/shipping.ts'
import { storeApi } from '#contract/store/store.ts'
import { storePasswordApi } from '#contract/store/store-password.ts'
import { themeApi } from '#contract/theme/theme.ts'
import { themeDraftApi } from '#contract/theme/theme-draft.ts'
import { dnsClient } from '../../lib/http/dns-client.ts'
import { addProductAlert } from '../subject/product-alert-testing.ts'
import { addSubscriber } from '../subject/subscriber-testing.ts'
import { samplePassword } from '../test-sample.ts'
import {
  type AuditedCall,
  body,
  createdIds,
  fixture,
  id,
  withIdAndBody,
} from './audited-call-testing.ts'

/** The path and the body of a call on a theme that is not the default one. */
const withThemeId = async (themeBody?: object) => ({
  params: { id: (await fixture.app.call('owner', themeApi.list)).body.data[1]._id },
  ...(themeBody && { body: themeBody }),
})

const exampleTemplate = { subject: 'Paid', heading: 'Paid', text: 'Thank you', button: 'View' }

export const storeCalls: AuditedCall[] = [
  { route: cmsApi.update, entry: 'insert cms', args: () => body({ identity: { tagline: 'A' } }) },
  {
    route: cmsApi.createPage,
    entry: 'insert page',
    args: () => body({ title: 'Jobs' }),
    saveIdAs: 'page',
  },
  {
    route: cmsApi.updatePage,
    entry: 'update page',
    args: () => withIdAndBody('page', { title: 'Work here' }),
  },
  {
    route: pageVersionApi.restoreVersion,
    entry: 'update page',
    args: () => withIdAndBody('page', { number: 1 }),
  },
  { route: cmsApi.deletePage, entry: 'delete page', args: () => id('page') },
  {
    route: subscriberApi.delete,
    entry: 'delete subscriber',
    args: async () => ({ params: { id: await addSubscriber(fixture.app, 'ann@shopper.example') } }),
  },
  {
    route: productAlertApi.delete,
    entry: 'delete product_alert',
    args: async () => ({ params: { id: await addProductAlert(fixture.app, 'b@shop.example') } }),
  },
  { route: subscriberApi.export, entry: 'export export' },
  {
    route: storePasswordApi.update,
    entry: 'insert storefront_password',
    args: () => body({ password: 'open sesame' }),
  },
  { route: storePasswordApi.delete, entry: 'delete storefront_password' },
  {
    route: themeApi.update,
    entry: 'insert theme',
    args: () => withThemeId({ settings: { accent: '#0a0b0c' } }),
  },
  { route: themeApi.activate, entry: 'update theme', args: () => withThemeId() },
  {
    route: themeDraftApi.saveDraft,
    entry: 'insert theme_draft',
    args: () => withThemeId({ version: 0, settings: { accent: '#0b0c0d' } }),
  },
  { route: themeDraftApi.discardDraft, entry: 'update theme_draft', args: () => withThemeId() },
  {
    route: themeDraftApi.saveDraft,
    entry: 'update theme_draft',
    args: () => withThemeId({ version: 2, settings: { accent: '#0c0d0e' } }),
  },
  {
    route: themeDraftApi.publish,
    entry: 'insert theme_publication',
    args: () =>
      withThemeId({ version: 3, publishAt: new Date(Date.now() + 3_600_000).toISOString() }),
  },
  {
    route: themeDraftApi.cancelPublication,
    entry: 'delete theme_publication',
    args: () => withThemeId(),
  },
  {
    route: themeDraftApi.publish,
    entry: 'insert theme_version',
    args: () => withThemeId({ version: 4 }),
  },
  {
    route: themeDraftApi.restoreVersion,
    entry: 'update theme',
    args: async () => {
      const { params } = await withThemeId()
      const { body } = await fixture.app.call('owner', themeDraftApi.listVersions, { params })
      return { params: { id: body.data.at(-1)._id } }
    },
  },
  {
    route: themeDraftApi.duplicate,
    entry: 'insert theme',
    args: () => withThemeId({ name: 'Winter' }),
    saveIdAs: 'theme',
  },
  {
    route: themeDraftApi.rename,
    entry: 'update theme',
    args: () => withIdAndBody('theme', { name: 'Spring' }),
  },
  { route: themeDraftApi.delete, entry: 'delete theme', args: () => id('theme') },
  {
    route: themeDraftApi.import,
    entry: 'insert theme',
    args: async () => {
      const { params } = await withThemeId()
      const reply = await fixture.app.call('owner', themeDraftApi.export, { params })
      return { body: reply.body.data }
    },
  },
  {
    route: domainApi.create,
    entry: 'insert domain',
    args: () => body({ domain: 'cups.example.com' }),
    saveIdAs: 'domain',
  },
  {
    route: domainApi.verify,
    entry: 'update domain',
    args: async () => {
      const [{ token } = { token: '' }] = await fixture.app.inStore(
        tx => tx<{ token: string }[]>`
          select token from domain where id = ${createdIds['domain'] ?? ''}`,
      )
      vi.spyOn(dnsClient, 'resolveTxt').mockResolvedValue([[token]])
      vi.spyOn(dnsClient, 'resolve4').mockResolvedValue([])
      vi.spyOn(dnsClient, 'resolve6').mockResolvedValue([])
      vi.spyOn(dnsClient, 'resolveCname').mockResolvedValue([
        'store-of-owner.storewright.localhost',
      ])
      return id('domain')
    },
  },
  { route: domainApi.makePrimary, entry: 'update domain', args: () => id('domain') },
  {
    route: domainApi.create,
    entry: 'insert domain',
    args: () => body({ domain: 'bowls.example.com' }),
    saveIdAs: 'domainToDelete',
  },
  { route: domainApi.delete, entry: 'delete domain', args: () => id('domainToDelete') },
  {
    route: redirectApi.create,
    entry: 'insert redirect',
    args: () => body({ path: '/old', target: '/products' }),
    saveIdAs: 'redirect',
  },
  {
    route: redirectApi.update,
    entry: 'update redirect',
    args: () => withIdAndBody('redirect', { target: '/search' }),
  },
  { route: redirectApi.delete, entry: 'delete redirect', args: () => id('redirect') },
  {
    route: redirectApi.import,
    entry: 'insert redirect',
    args: () => body({ csv: '/older,/products' }),
  },
  {
    route: redirectApi.bulkDelete,
    entry: 'delete redirect',
    args: () => body({ filter: { q: '/older' }, expectedCount: 1 }),
  },
  {
    route: paymentMethodApi.create,
    entry: 'insert payment_method',
    args: () => body({ kind: 'other', name: 'By barter', password: samplePassword }),
    saveIdAs: 'paymentMethod',
  },
  {
    route: paymentMethodApi.update,
    entry: 'update payment_method',
    args: () => withIdAndBody('paymentMethod', { name: 'By trade', password: samplePassword }),
  },
  {
    route: paymentMethodApi.delete,
    entry: 'delete payment_method',
    args: () => id('paymentMethod'),
  },
  {
    route: orderMailApi.setEnabled,
    entry: 'insert order_mail',
    args: () => body({ kind: 'paid', isEnabled: false }),
  },
  {
    route: orderMailApi.update,
    entry: 'update order_mail',
    args: () => body({ kind: 'paid', language: 'en', ...exampleTemplate }),
  },
  {
    route: orderMailApi.reset,
    entry: 'update order_mail',
    args: () => body({ kind: 'paid', language: 'en' }),
  },
  {
    route: orderMailApi.preview,
    entry: '',
    args: () => body({ kind: 'paid', language: 'en', ...exampleTemplate }),
  },
  {
    route: orderMailApi.sendTest,
    entry: '',
    args: () => body({ kind: 'paid', language: 'en', ...exampleTemplate }),
  },
  {
    route: shippingApi.create,
    entry: 'insert shipping_zone',
    args: () => body({ name: 'Islands', destinations: [{ country: 'IS' }] }),
    saveIdAs: 'shippingZone',
  },
  {
    route: shippingApi.update,
    entry: 'update shipping_zone',
    args: () => withIdAndBody('shippingZone', { name: 'Far islands' }),
  },
  {
    route: shippingApi.updateSettings,
    entry: 'update business',
    args: () => body({ handlingDays: 2 }),
  },
  {
    route: shippingApi.delete,
    entry: 'delete shipping_zone',
    args: () => id('shippingZone'),
  },
  {
    route: onboardingApi.update,
    entry: 'insert onboarding',
    args: () => body({ isDismissed: true }),
  },
  { route: onboardingApi.confirmUntaxed, entry: 'update business' },
  {
    route: storeApi.update,
    entry: 'update business',
    args: () => ({
      params: { id: fixture.app.people.owner.storeId },
      body: { data: { name: 'Potters' } },
    }),
  },
  { route: storeApi.create, entry: 'insert business', args: () => body({ name: 'Another' }) },
  {
    route: viewApi.create,
    entry: 'insert list_view',
    args: () => body({ list: 'product', name: 'Low', query: {} }),
    saveIdAs: 'view',
  },
  {
    route: viewApi.update,
    entry: 'update list_view',
    args: () => withIdAndBody('view', { name: 'Very low' }),
  },
  { route: viewApi.delete, entry: 'delete list_view', args: () => id('view') },
]
