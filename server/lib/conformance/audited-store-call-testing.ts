import { vi } from 'vitest'
import { businessApi } from '#contract/business.ts'
import { cmsApi } from '#contract/cms.ts'
import { domainApi } from '#contract/domain.ts'
import { onboardingApi } from '#contract/onboarding.ts'
import { paymentMethodApi } from '#contract/payment-method.ts'
import { themeApi } from '#contract/theme.ts'
import { viewApi } from '#contract/view.ts'
import { dnsClient } from '../../domain/domain-lookup.ts'
import {
  type AuditedCall,
  body,
  createdIds,
  fixture,
  id,
  withIdAndBody,
} from './audited-call-testing.ts'

export const storeCalls: AuditedCall[] = [
  {
    route: cmsApi.update,
    entry: 'insert cms',
    args: () => body({ identity: { tagline: 'Cups' } }),
  },
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
  { route: cmsApi.deletePage, entry: 'delete page', args: () => id('page') },
  {
    route: themeApi.update,
    entry: 'insert theme',
    args: async () => ({
      params: { id: (await fixture.app.call('owner', themeApi.list)).body.data[1]._id },
      body: { settings: { accent: '#0a0b0c' } },
    }),
  },
  {
    route: themeApi.activate,
    entry: 'update theme',
    args: async () => ({
      params: { id: (await fixture.app.call('owner', themeApi.list)).body.data[1]._id },
    }),
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
    saveIdAs: 'spareDomain',
  },
  { route: domainApi.delete, entry: 'delete domain', args: () => id('spareDomain') },
  {
    route: paymentMethodApi.create,
    entry: 'insert payment_method',
    args: () => body({ kind: 'other', name: 'By barter' }),
    saveIdAs: 'paymentMethod',
  },
  {
    route: paymentMethodApi.update,
    entry: 'update payment_method',
    args: () => withIdAndBody('paymentMethod', { name: 'By trade' }),
  },
  {
    route: paymentMethodApi.delete,
    entry: 'delete payment_method',
    args: () => id('paymentMethod'),
  },
  {
    route: onboardingApi.update,
    entry: 'insert onboarding',
    args: () => body({ isDismissed: true }),
  },
  { route: onboardingApi.confirmStoreHandle, entry: 'update business' },
  {
    route: businessApi.update,
    entry: 'update business',
    args: () => ({
      params: { id: fixture.app.people.owner.businessId },
      body: { data: { name: 'Potters' } },
    }),
  },
  { route: businessApi.create, entry: 'insert business', args: () => body({ name: 'Another' }) },
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
