import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Domain, domainApi } from '#contract/store/domain.ts'
import { dnsClient } from '../../server/lib/http/dns-client.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { enterText } from '../testing/enter-text.ts'
import { renderApp } from '../testing/testing.tsx'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() => t.resetPeople())
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const listPath = '/apps/domains/list'
const listDomains = async (): Promise<Domain[]> => (await t.call('owner', domainApi.list)).body.data

test('adds a domain, connects it, makes it primary and deletes it', async () => {
  const person = userEvent.setup()
  const freeDomain = `store-of-${t.people.owner.name}.storewright.localhost`
  await renderApp(t, listPath)
  await screen.findByText('Use your own domain')
  await person.click(screen.getAllByRole('button', { name: 'Add domain' })[0] ?? document.body)
  const dialog = within(await screen.findByRole('dialog', { name: 'Add domain' }))
  await enterText(dialog.getByRole('textbox', { name: /Domain/ }), 'https://ann@kiln.example.org/')
  await person.keyboard('{Enter}')
  expect(
    await dialog.findByText('Enter only the domain name, such as shop.example.com.'),
  ).toBeDefined()
  await person.clear(dialog.getByRole('textbox', { name: /Domain/ }))
  await enterText(
    dialog.getByRole('textbox', { name: /Domain/ }),
    'https://Kiln.example.org:443/pots?page=2#blue',
  )
  await person.tab()
  expect(dialog.getByRole('textbox', { name: /Domain/ })).toHaveProperty(
    'value',
    'Kiln.example.org',
  )
  await person.click(dialog.getByRole('button', { name: 'Add domain' }))
  expect(await screen.findByText('Domain added successfully')).toBeDefined()

  const card = within(await screen.findByRole('region', { name: 'kiln.example.org' }))
  const [, addedDomain] = await listDomains()
  expect(card.getByText(addedDomain?.records[0]?.value ?? 'a token')).toBeDefined()
  const rejectLookup = () => Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }))
  vi.spyOn(dnsClient, 'resolveCname').mockImplementation(rejectLookup)
  vi.spyOn(dnsClient, 'resolve4').mockImplementation(rejectLookup)
  vi.spyOn(dnsClient, 'resolve6').mockImplementation(rejectLookup)
  vi.spyOn(dnsClient, 'resolveTxt').mockResolvedValue([[addedDomain?.records[0]?.value ?? '']])
  await person.click(card.getByRole('button', { name: 'Check now' }))
  expect(await card.findByText('Found')).toBeDefined()
  expect(card.getByText('Not found yet')).toBeDefined()
  expect(card.getByRole('alert').textContent).toContain('doesn’t point to your store')
  vi.spyOn(dnsClient, 'resolveCname').mockResolvedValue([freeDomain])
  await person.click(card.getByRole('button', { name: 'Check now' }))
  expect(await card.findByText('Connected')).toBeDefined()

  await person.click(card.getByRole('button', { name: 'Actions for kiln.example.org' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Make primary' }))
  expect(await card.findByText('Primary')).toBeDefined()
  await person.click(card.getByRole('button', { name: 'Actions for kiln.example.org' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const deleteDialog = within(
    await screen.findByRole('dialog', { name: 'Delete kiln.example.org?' }),
  )
  expect(deleteDialog.getByText(new RegExp(`${freeDomain} will become primary`))).toBeDefined()
  await person.click(deleteDialog.getByRole('button', { name: 'Delete domain' }))
  expect(await screen.findByText('Domain deleted successfully')).toBeDefined()
  await waitFor(async () =>
    expect((await listDomains()).map(d => [d.kind, d.isPrimary])).toEqual([['subdomain', true]]),
  )
})

test('offers the domain with www beside a registered domain', async () => {
  const person = userEvent.setup()
  await t.call('owner', domainApi.create, { body: { domain: 'potters.example' } })
  await renderApp(t, listPath)
  const card = within(await screen.findByRole('region', { name: 'potters.example' }))
  await person.click(card.getByRole('button', { name: 'Add www.potters.example' }))
  await screen.findByRole('region', { name: 'www.potters.example' })
  await waitFor(() => expect(card.queryByRole('button', { name: /^Add www/ })).toBeNull())
  expect((await listDomains()).map(({ domain }) => domain).slice(1)).toEqual([
    'potters.example',
    'www.potters.example',
  ])
})
