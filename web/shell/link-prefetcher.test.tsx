import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { productApi } from '#contract/product.ts'
import { startTestApp, type TestApp } from '../../server/lib/testing/testing.ts'
import { prefetchOnHover } from '../lib/navigation/prefetch-on-hover.ts'
import { renderApp } from '../lib/testing.tsx'

let t: TestApp
let productId = ''
beforeAll(async () => {
  t = await startTestApp()
  productId = (
    await t.call('owner', productApi.create, { body: { title: 'Stoneware mug', sku: 'MUG-1' } })
  ).body.data._id
})
afterAll(() => t.close())
afterEach(cleanup)

/** Opens a page and tells which reads are sent from then on. */
async function openAndRecordRequests(getElement: string) {
  // What was read stays fresh for a while; with the clock standing still that is not a matter of how fast this machine is.
  vi.useFakeTimers({ toFake: ['Date'] })
  const page = await renderApp(t, getElement)
  await screen.findByRole('heading', { level: 1 })
  const originalFetch = globalThis.fetch
  const requestedUrls: string[] = []
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    requestedUrls.push(url)
    return originalFetch(url, init)
  })
  return { ...page, requestedUrls }
}
/** On a phone the most used ones stand below the page too. */
const getMenuLink = (name: string) => screen.getAllByRole('link', { name })[0] ?? document.body

test.each([
  ['Dashboard', '/dashboard', '/api/dashboard/stats?period=today', 'pointerOver'],
  ['Payment', '/apps/payment', '/api/paymentMethod/getAll', 'pointerOver'],
  ['Imports', '/apps/import', '/api/import/getAll', 'focusIn'],
  ['Products', '/apps/product/list', '/api/product/getAll', 'focusIn'],
] as const)(
  'the link to %s fetches code and data on intent, and opening the page asks for neither again',
  async (name, path, apiPath, intent) => {
    const { requestedUrls, router } = await openAndRecordRequests('/apps/coming-soon')
    fireEvent[intent](getMenuLink(name))
    await waitFor(() => expect(requestedUrls.filter(url => url === apiPath)).toHaveLength(1))
    await router.navigate(path)
    await screen.findByRole('heading', { level: 1, name: new RegExp(name) })
    await waitFor(() => expect(document.querySelector('main [aria-busy=true]')).toBeNull())
    expect(requestedUrls.filter(url => url === apiPath)).toHaveLength(1)
  },
)

test('a row stands for the page that it opens', async () => {
  const { requestedUrls, router } = await openAndRecordRequests('/apps/product/list')
  const apiPath = `/api/product/${productId}`
  fireEvent.pointerOver(await screen.findByText('MUG-1', { exact: false, selector: 'td *, td' }))
  await waitFor(() => expect(requestedUrls.filter(url => url === apiPath)).toHaveLength(1))
  await router.navigate(`/apps/product/update/${productId}`)
  expect(await screen.findByDisplayValue('Stoneware mug')).toBeDefined()
  expect(requestedUrls.filter(url => url === apiPath)).toHaveLength(1)
})

test('what is only passed on the way, or leads nowhere else, is not meant; a press is at once', async () => {
  vi.useFakeTimers()
  const prefetched: string[] = []
  const stopListening = prefetchOnHover(to => prefetched.push(to.pathname))
  document.body.innerHTML =
    '<a id="one" href="/one">1</a><a id="two" href="/two">2</a><a id="file" href="/file" download>3</a><a id="away" href="https://example.com/">4</a><p id="text">5</p>'
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

test('asks nothing ahead for people who save data', () => {
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
