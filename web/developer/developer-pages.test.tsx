import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ApiKey, apiKeyApi } from '#contract/api-key.ts'
import { productApi } from '#contract/product.ts'
import { startTestApp, type TestApp } from '../../server/lib/testing.ts'
import { openPages } from '../lib/testing.tsx'

let app: TestApp
beforeAll(async () => { app = await startTestApp() })
afterAll(() => app.close())
afterEach(cleanup)

const stored = async (): Promise<ApiKey[]> => (await app.call('owner', apiKeyApi.list)).body.data
const letNobody = (abilities: object[]) => app.inStore(tx => tx`update membership set abilities = ${tx.json(structuredClone(abilities) as never)} where person_id = ${app.people.nobody.personId}`)

test('a key is made with chosen permissions, shown once and works; then it is changed and revoked', async () => {
  await openPages(app, '/apps/developers')
  await screen.findByRole('heading', { name: 'No API keys yet' })
  await userEvent.click(screen.getByRole('button', { name: 'Add API key' }))
  const drawer = await screen.findByRole('dialog', { name: 'Add an API key' })
  await userEvent.click(within(drawer).getByRole('button', { name: 'Make key' }))
  await within(drawer).findByText('Choose at least one permission')
  await userEvent.type(within(drawer).getByLabelText(/^Name/), 'Warehouse')
  await userEvent.click(within(drawer).getByRole('checkbox', { name: 'View: Products' }))
  expect(within(drawer).queryByRole('checkbox', { name: 'View: Staff' })).toBeNull()
  await userEvent.click(within(drawer).getByRole('button', { name: 'Make key' }))
  const shown = await screen.findByRole('dialog', { name: 'Your new API key' })
  const key = within(shown).getByText(/^sw_live_/).textContent ?? ''
  expect((await app.call(undefined, productApi.list, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200)
  await userEvent.click(within(shown).getByRole('button', { name: 'I have kept it safe' }))
  await screen.findByText(`sw_live_…${key.slice(-4)}`)
  expect(document.body.textContent).not.toContain(key)
  screen.getByText('Views: Products')

  await userEvent.click(screen.getByRole('button', { name: 'More about Warehouse' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change' }))
  const change = await screen.findByRole('dialog', { name: 'Change API key' })
  await userEvent.click(within(change).getByRole('checkbox', { name: 'Change: Orders' }))
  await userEvent.click(within(change).getByRole('button', { name: 'Save key' }))
  await screen.findByText('Changes: Orders')
  await userEvent.click(screen.getByRole('button', { name: 'More about Warehouse' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Revoke' }))
  await userEvent.click(within(await screen.findByRole('dialog', { name: 'Revoke Warehouse?' })).getByRole('button', { name: 'Revoke' }))
  await waitFor(async () => expect((await stored()).map(({ status }) => status)).toEqual(['revoked']))
  await screen.findByText('Revoked')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'More about Warehouse' })).toBeNull())
})

test('nobody is offered what they may not do themselves, and who may only look changes nothing', async () => {
  await letNobody([{ action: 'manage', subject: 'developer' }, { action: 'read', subject: 'order' }])
  await openPages(app, '/apps/developers?key=new', { as: 'nobody' })
  const drawer = await screen.findByRole('dialog', { name: 'Add an API key' })
  const box = (name: string) => within(drawer).getByRole<HTMLInputElement>('checkbox', { name })
  expect([box('View: Orders').disabled, box('Change: Orders').disabled, box('View: Products').disabled]).toEqual([false, true, true])
  cleanup()

  await letNobody([{ action: 'read', subject: 'developer' }])
  await openPages(app, '/apps/developers?key=new', { as: 'nobody' })
  await screen.findByText('Warehouse')
  expect([screen.queryByRole('dialog'), screen.queryByRole('button', { name: 'Add API key' })]).toEqual([null, null])
})
