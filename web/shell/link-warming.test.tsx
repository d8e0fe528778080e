import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { productApi } from '#contract/product.ts'
import { startTestApp, type TestApp } from '../../server/lib/testing/testing.ts'
import { watchIntent } from '../lib/navigation/intent.ts'
import { openPages } from '../lib/testing.tsx'

let t: TestApp
let mug = ''
beforeAll(async () => {
  t = await startTestApp()
  mug = (
    await t.call('owner', productApi.create, { body: { title: 'Stoneware mug', sku: 'MUG-1' } })
  ).body.data._id
})
afterAll(() => t.close())
afterEach(cleanup)

/** Opens a page and tells which reads are sent from then on. */
async function openAndHear(at: string) {
  // What was read stays fresh for a while; with the clock standing still that is not a matter of how fast this machine is.
  vi.useFakeTimers({ toFake: ['Date'] })
  const page = await openPages(t, at)
  await screen.findByRole('heading', { level: 1 })
  const send = globalThis.fetch
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    asked.push(url)
    return send(url, init)
  })
  return { ...page, asked }
}
/** On a phone the most used ones stand below the page too. */
const menuLink = (name: string) => screen.getAllByRole('link', { name })[0] ?? document.body

test.each([
  ['Dashboard', '/dashboard', '/api/dashboard/stats?period=today', 'pointerOver'],
  ['Payment', '/apps/payment', '/api/paymentMethod/getAll', 'pointerOver'],
  ['Imports', '/apps/import', '/api/import/getAll', 'focusIn'],
  ['Products', '/apps/product/list', '/api/product/getAll', 'focusIn'],
] as const)(
  'the link to %s fetches code and data on intent, and opening the page asks for neither again',
  async (name, path, read, intent) => {
    const { asked, router } = await openAndHear('/apps/coming-soon')
    fireEvent[intent](menuLink(name))
    await waitFor(() => expect(asked.filter(url => url === read)).toHaveLength(1))
    await router.navigate(path)
    await screen.findByRole('heading', { level: 1, name: new RegExp(name) })
    await waitFor(() => expect(document.querySelector('main [aria-busy=true]')).toBeNull())
    expect(asked.filter(url => url === read)).toHaveLength(1)
  },
)

test('a row stands for the page that it opens', async () => {
  const { asked, router } = await openAndHear('/apps/product/list')
  const read = `/api/product/${mug}`
  fireEvent.pointerOver(await screen.findByText('MUG-1', { exact: false, selector: 'td *, td' }))
  await waitFor(() => expect(asked.filter(url => url === read)).toHaveLength(1))
  await router.navigate(`/apps/product/update/${mug}`)
  expect(await screen.findByDisplayValue('Stoneware mug')).toBeDefined()
  expect(asked.filter(url => url === read)).toHaveLength(1)
})

test('what is only passed on the way, or leads nowhere else, is not meant; a press is at once', async () => {
  vi.useFakeTimers()
  const told: string[] = []
  const stop = watchIntent(to => told.push(to.pathname))
  document.body.innerHTML =
    '<a id="one" href="/one">1</a><a id="two" href="/two">2</a><a id="file" href="/file" download>3</a><a id="away" href="https://example.com/">4</a><p id="text">5</p>'
  const at = (id: string) => document.getElementById(id) ?? document.body
  fireEvent.pointerOver(at('one'))
  vi.advanceTimersByTime(40)
  fireEvent.pointerOver(at('text'))
  for (const id of ['file', 'away', 'text']) {
    fireEvent.pointerOver(at(id))
    vi.advanceTimersByTime(500)
  }
  expect(told).toEqual([])
  fireEvent.focusIn(at('one'))
  vi.advanceTimersByTime(70)
  fireEvent.pointerDown(at('two'))
  expect(told).toEqual(['/one', '/two'])
  stop()
  fireEvent.pointerDown(at('one'))
  expect(told).toHaveLength(2)
  document.body.innerHTML = ''
})

test('asks nothing ahead for people who save data', () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  const told = vi.fn()
  const stop = watchIntent(told)
  document.body.innerHTML = '<a id="one" href="/one">1</a>'
  fireEvent.pointerDown(document.getElementById('one') ?? document.body)
  expect(told).not.toHaveBeenCalled()
  stop()
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})
