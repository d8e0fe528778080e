import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { getRouteUrl } from '#contract/lib/call/api.ts'
import { UpcomingPage, upcomingPageApi } from '#contract/store/upcoming-page.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { appRoutes, loadComingSoon } from '../routes.tsx'
import { renderApp } from '../testing/testing.tsx'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
afterEach(cleanup)

const listAwaited = async () => (await t.call('owner', upcomingPageApi.list)).body.data
test('all upcoming pages show this message', () => {
  const shownPages = appRoutes
    .filter(({ load }) => load === loadComingSoon)
    .map(({ path }) => path.replace('/apps/', ''))
  expect(shownPages.filter(page => page !== 'coming-soon').toSorted()).toEqual(
    UpcomingPage.options.toSorted(),
  )
})

test.each([
  ['/apps/seo', 'Open Search engines', '/apps/search'],
  ['/apps/coming-soon', 'Open Dashboard', '/dashboard'],
])('%s leads to what is there already', async (path, name, livePath) => {
  const { router } = await renderApp(t, path)
  await userEvent.click(await screen.findByRole('link', { name }))
  await waitFor(() => expect(router.state.location.pathname).toBe(livePath))
})

const findButton = (name: string) => screen.findByRole('button', { name })

test('requests an email about a page, keeps the request, and removes it', async () => {
  await renderApp(t, '/apps/blogs')
  await userEvent.click(await findButton('Notify me by email'))
  expect(await screen.findByText('We’ll email you when it’s ready.')).toBeDefined()
  expect(await listAwaited()).toEqual(['blogs'])
  cleanup()

  await renderApp(t, '/apps/seo')
  await findButton('Notify me by email')
  cleanup()

  await renderApp(t, '/apps/blogs')
  await userEvent.click(await findButton('Don’t notify me'))
  await findButton('Notify me by email')
  expect(await listAwaited()).toEqual([])
})

test('a first reply from before the change does not undo it', async () => {
  const { router } = await renderApp(t, '/apps/coming-soon')
  const send = globalThis.fetch
  const earlierReply = Promise.withResolvers<void>()
  const earlierTexts: Promise<string>[] = []
  let requestCount = 0
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const response = await send(url, init)
    const isList = url === getRouteUrl(upcomingPageApi.list) && (init?.method ?? 'GET') === 'GET'
    if (isList) requestCount += 1
    if (isList && requestCount === 1) {
      await earlierReply.promise
      const readText = response.text.bind(response)
      vi.spyOn(response, 'text').mockImplementation(() => {
        const text = readText()
        earlierTexts.push(text)
        return text
      })
    }
    return response
  })
  await router.navigate('/apps/blogs')
  const button = await findButton('Notify me by email')
  await vi.waitFor(() => expect(requestCount).toBe(1))
  await userEvent.click(button)
  await findButton('Don’t notify me')
  await vi.waitFor(() => expect(requestCount).toBe(2))
  earlierReply.resolve()
  await vi.waitFor(() => expect(earlierTexts).toHaveLength(1))
  await act(() => Promise.all(earlierTexts))
  expect(await findButton('Don’t notify me')).toBeDefined()
})
