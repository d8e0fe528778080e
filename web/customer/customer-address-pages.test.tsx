import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { customerApi } from '#contract/customer/customer.ts'
import { customerAddressApi } from '#contract/customer/customer-address.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { enterText } from '../testing/enter-text.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
afterEach(cleanup)

const bonn = { line1: 'Am Hof 1', city: 'Bonn', postalCode: '53113', country: 'DE' }
const createCustomer = async (address: object): Promise<string> =>
  (await app.call('owner', customerApi.create, { body: { name: 'Ada', address } })).body.data._id
const addAddress = (id: string) =>
  app.call('owner', customerAddressApi.addAddress, { params: { id }, body: { address: bonn } })
const findCard = async () => within(await screen.findByRole('region', { name: 'Addresses' }))
const chooseAction = async (address: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${address}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

test('adds a first address, which is the default one, and a further one', async () => {
  const id = await createCustomer({})
  await renderApp(app, `/apps/customer/view/${id}`)
  const card = await findCard()
  card.getByText('No addresses yet.')
  const addCity = async (city: string) => {
    await userEvent.click(card.getByRole('button', { name: 'Add address' }))
    const drawer = within(await screen.findByRole('dialog'))
    await enterText(drawer.getByRole('textbox', { name: 'City' }), city)
    await userEvent.click(drawer.getByRole('button', { name: 'Save' }))
    return drawer
  }
  await addCity('London')
  await card.findByText('London')
  card.getByText('Default')
  const drawer = await addCity('Bonn')
  expect(await drawer.findAllByText('This field is required.')).not.toHaveLength(0)
  expect(
    (await app.call('owner', customerAddressApi.listAddresses, { params: { id } })).body.data,
  ).toEqual([])
})

test('makes an address the default, edits and deletes it', async () => {
  const id = await createCustomer({ line1: '1 Mill Lane', city: 'London', country: 'GB' })
  await addAddress(id)
  await renderApp(app, `/apps/customer/view/${id}`)
  const card = await findCard()
  await card.findByText('Am Hof 1')
  const listItems = () => card.getAllByRole('listitem').map(item => item.textContent ?? '')
  await chooseAction('Am Hof 1', 'Make default')
  await waitFor(() => expect(listItems()[0]).toContain('Am Hof 1'))
  await waitFor(() => expect(listItems()[1]).toContain('1 Mill Lane'))
  await chooseAction('1 Mill Lane', 'Delete address')
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete 1 Mill Lane?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete address' }))
  await waitFor(() => expect(listItems()).toHaveLength(1))
  await addAddress(id)
  const { body } = await app.call('owner', customerApi.get, { params: { id } })
  expect(body.data.address).toMatchObject(bonn)
})
