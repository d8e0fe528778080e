import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { upcomingPageApi } from '#contract/upcoming-page.ts'
import { startTestApp, type TestApp } from '../../server/lib/testing/testing.ts'
import { renderApp } from '../lib/testing.tsx'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
afterEach(cleanup)

const listAwaited = async () => (await t.call('owner', upcomingPageApi.list)).body.data
const findButton = (name: string) => screen.findByRole('button', { name })

test('asks for an email about a page, keeps the wish, and takes it back', async () => {
  await renderApp(t, '/apps/blogs')
  await userEvent.click(await findButton('Notify me by email'))
  await findButton("We'll email you when it's ready")
  expect(await listAwaited()).toEqual(['blogs'])
  cleanup()

  await renderApp(t, '/apps/seo')
  await findButton('Notify me by email')
  cleanup()

  await renderApp(t, '/apps/blogs')
  await userEvent.click(await findButton("We'll email you when it's ready"))
  await findButton('Notify me by email')
  expect(await listAwaited()).toEqual([])
})
