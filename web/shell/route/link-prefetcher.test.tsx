import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { productApi } from '#contract/product/product.ts'
import { startTestApp, type TestApp } from '../../../server/testing/testing.ts'
import { prefetchOnHover } from '../../lib/navigation/prefetch-on-hover.ts'
import { renderApp } from '../../testing/testing.tsx'

let t: TestApp
let productId = ''
beforeAll(async () => {
  t = await startTestApp()
  productId = (
    await t.call('owner', productApi.create, { body: { title: 'Stoneware mug', sku: 'MUG-1' } })
  ).body.data._id
})
afterAll(() => t.close())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

/** Opens a page and records the URLs that it requests from then on. */
async function openAndRecordRequests(path: string) {
  // Query results expire. A stopped clock makes the test independent of the speed of the machine.
  vi.useFakeTimers({ toFake: ['Date'] })
  const page = await renderApp(t, path)
  await screen.findByRole('heading', { level: 1 })
  const originalFetch = globalThis.fetch
  const requestedUrls: string[] = []
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    requestedUrls.push(url)
    return originalFetch(url, init)
  })
  return { ...page, requestedUrls }
}
/** The first one: on a phone the most used links are below the page too. */
const getMenuLink = (name: string) => screen.getAllByRole('link', { name })[0] ?? document.body

test.each([
  ['Dashboard', '/dashboard', '/api/dashboard/stats?period=today', 'pointerOver'],
  ['Payment methods', '/apps/payment', '/api/paymentMethod/getAll', 'pointerOver'],
  ['Imports', '/apps/import', '/api/import/getAll?perPage=25', 'focusIn'],
  ['Products', '/apps/product/list', '/api/product/getAll?perPage=25', 'focusIn'],
] as const)(
  'prefetches the code and data of %s on hover or focus and requests neither again',
  async (name, path, apiPath, intent) => {
    const { requestedUrls, router } = await openAndRecordRequests('/apps/audit')
    fireEvent[intent](getMenuLink(name))
    await waitFor(() => expect(requestedUrls.filter(url => url === apiPath)).toHaveLength(1))
    await router.navigate(path)
    await screen.findByRole('heading', { level: 1, name: new RegExp(name) })
    await waitFor(() => expect(document.querySelector('main [aria-busy=true]')).toBeNull())
    expect(requestedUrls.filter(url => url === apiPath)).toHaveLength(1)
  },
)

test('prefetches the page that a row opens', async () => {
  const { requestedUrls, router } = await openAndRecordRequests('/apps/product/list')
  const apiPath = `/api/product/${productId}`
  fireEvent.pointerOver(await screen.findByText('MUG-1', { exact: false, selector: 'td *, td' }))
  await waitFor(() => expect(requestedUrls.filter(url => url === apiPath)).toHaveLength(1))
  await router.navigate(`/apps/product/update/${productId}`)
  expect(await screen.findByDisplayValue('Stoneware mug')).toBeDefined()
  expect(requestedUrls.filter(url => url === apiPath)).toHaveLength(1)
})

test('prefetches on hover, focus and press, but not for files and other sites', async () => {
  vi.useFakeTimers()
  const prefetched: string[] = []
  const stopListening = prefetchOnHover(to => prefetched.push(to.pathname))
  document.body.innerHTML =
    '<a id="one" href="/one">1</a><a id="two" href="/two">2</a>' +
    '<a id="file" href="/file" download>3</a><a id="away" href="https://example.com/">4</a>' +
    '<p id="text">5</p>'
  const getElement = (id: string) => document.getElementById(id) ?? document.body
  fireEvent.pointerOver(getElement('one'))
  vi.advanceTimersByTime(40)
  fireEvent.pointerOver(getElement('text'))
  for (const id of ['file', 'away', 'text']) {
    fireEvent.pointerOver(getElement(id))
    vi.advanceTimersByTime(500)
  }
  expect(prefetched).toEqual([])
  fireEvent.focusIn(getElement('one'))
  vi.advanceTimersByTime(70)
  fireEvent.pointerDown(getElement('two'))
  expect(prefetched).toEqual(['/one', '/two'])
  stopListening()
  fireEvent.pointerDown(getElement('one'))
  expect(prefetched).toHaveLength(2)
  document.body.innerHTML = ''
})

test('prefetches nothing when the browser saves data', () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  const prefetched = vi.fn()
  const stopListening = prefetchOnHover(prefetched)
  document.body.innerHTML = '<a id="one" href="/one">1</a>'
  fireEvent.pointerDown(document.getElementById('one') ?? document.body)
  expect(prefetched).not.toHaveBeenCalled()
  stopListening()
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})
