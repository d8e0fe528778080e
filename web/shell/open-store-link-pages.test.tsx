import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { renderApp } from '../testing/testing.tsx'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
afterEach(cleanup)

const setStatus = (status: string) =>
  t.inStore(tx => tx`update store set status = ${status}::text where id = current_store()`)

test('a store that is not launched has a preview in a new tab', async () => {
  await setStatus('draft')
  const tab = { opener: window, location: { href: '' }, close: () => {} }
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  await renderApp(t, '/apps/themes')
  await userEvent.click(await screen.findByRole('button', { name: 'View store' }))
  expect(await screen.findByRole('menuitem', { name: 'Launch your store' })).toBeDefined()
  await userEvent.click(screen.getByRole('menuitem', { name: /^Preview store/ }))
  await waitFor(() => expect(tab.location.href).toMatch(/^https?:\/\/preview\.[^/]+\/[\w-]{95}\/$/))
  expect(tab.opener).toBeNull()
  cleanup()

  await setStatus('closed')
  await renderApp(t, '/apps/themes')
  expect(await screen.findByRole('link', { name: 'Launch your store' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'View store' })).toBeNull()
})
