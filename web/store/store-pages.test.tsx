import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Store, storeApi } from '#contract/store/store.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.resetPeople())
afterEach(cleanup)

const fill = async (box: HTMLElement, text: string) => {
  await userEvent.clear(box)
  await userEvent.paste(text)
}
const storeName = () => `Store of ${app.people.owner.name}`
const storeSlug = () => `store-of-${app.people.owner.name}`
const listStores = async (): Promise<Store[]> => (await app.call('owner', storeApi.list)).body.data

test('adds a second store after a taken URL and switches back to the first', async () => {
  const [first] = await listStores()
  await app.call('owner', storeApi.update, {
    params: { id: first?._id ?? '' },
    body: { data: { address: { country: 'DE' } } },
  })
  const { router } = await renderApp(app, '/apps/myStore/list')
  await userEvent.click(await screen.findByRole('link', { name: 'Add store' }))
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Currency').value).toBe('EUR · Euro'),
  )
  const country = screen.getByLabelText('Country')
  await userEvent.click(country)
  await userEvent.clear(country)
  await userEvent.paste('Japan')
  await userEvent.keyboard('{Enter}')
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Currency').value).toBe('JPY · Japanese Yen'),
  )
  screen.getByText('JPY · English · 10% tax included in prices')
  await userEvent.click(await screen.findByRole('button', { name: 'Add store' }))
  expect(
    await screen.findAllByText('This field is required.'),
    'the name and the URL',
  ).toHaveLength(2)
  await fill(screen.getByLabelText(/^Store name/), 'Second Shop')
  await fill(screen.getByLabelText(/^Store URL/), storeSlug())
  await screen.findAllByText('This store URL is already in use. Choose a different one.')
  await userEvent.click(screen.getByRole('button', { name: 'Add store' }))
  await waitFor(() =>
    expect(screen.getByLabelText(/^Store URL/).getAttribute('aria-invalid')).toBe('true'),
  )
  expect(
    screen.getAllByText('This store URL is already in use. Choose a different one.', {
      selector: 'form *',
    }),
  ).toHaveLength(1)
  await fill(screen.getByLabelText(/^Store URL/), 'second-shop')
  await screen.findByText(/^second-shop\..* is available$/)
  await userEvent.click(screen.getByRole('button', { name: 'Add store' }))
  await screen.findByText('Store created')
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
  expect((await listStores()).find(({ slug }) => slug === 'second-shop')).toMatchObject({
    currency: 'JPY',
    timezone: 'Asia/Tokyo',
    taxIncluded: true,
  })

  await router.navigate('/apps/myStore/list')
  await userEvent.click(await screen.findByRole('button', { name: `Switch to ${storeName()}` }))
  await screen.findByRole('button', { name: new RegExp(`: ${storeName()}`) })
})

test('updates a store and keeps its URL', async () => {
  const store = (await listStores()).find(({ slug }) => slug === storeSlug())
  await renderApp(app, `/apps/myStore/update/${store?._id}`)
  await fill(await screen.findByLabelText('Order number prefix'), 'A-')
  await screen.findByText('New orders look like A-1001.')
  expect(screen.getByLabelText<HTMLInputElement>('Currency').disabled).toBe(false)
  screen.getByText('You can’t change it after your first order.')
  const steps = within(screen.getByRole('group', { name: 'Optional order steps' }))
  for (const name of ['Ready', 'Confirmed', 'Processing', 'Processing'])
    await userEvent.click(steps.getByRole('switch', { name }))
  await userEvent.keyboard('{Control>}s{/Control}')
  await screen.findByText('Store updated')
  expect((await listStores()).find(({ _id }) => _id === store?._id)).toMatchObject({
    orderPrefix: 'A-',
    orderSteps: ['confirmed', 'ready'],
    slug: storeSlug(),
    version: (store?.version ?? 0) + 1,
  })
})

test('launches and pauses a store after confirmation, with a fixed currency after an order', async () => {
  const store = (await listStores()).find(({ slug }) => slug === storeSlug())
  const getStatus = async () => (await listStores()).find(({ _id }) => _id === store?._id)?.status
  await app.inStore(tx => tx`insert into "order" (number, currency) values ('#1001', 'EUR')`)
  await renderApp(app, `/apps/myStore/update/${store?._id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Launch store' }))
  expect(screen.getByLabelText<HTMLInputElement>('Currency').disabled).toBe(true)
  screen.getByText('You can’t change it, because your store has orders.')
  const dialog = await screen.findByRole('dialog', { name: `Launch ${storeName()}?` })
  await within(dialog).findByText(/^You have no active product\./)
  expect(await getStatus()).toBe('draft')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Launch store' }))
  await screen.findByText('Customers can visit your store.')
  expect(await getStatus()).toBe('live')

  await userEvent.click(await screen.findByRole('button', { name: 'Pause store' }))
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: `Pause ${storeName()}?` })).getByRole(
      'button',
      { name: 'Pause store' },
    ),
  )
  await screen.findByText(/^Customers see that the store is paused/)
  await userEvent.click(await screen.findByRole('button', { name: 'Close store' }))
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: `Close ${storeName()}?` })).getByRole(
      'button',
      { name: 'Cancel' },
    ),
  )
  expect(await getStatus()).toBe('paused')
})
