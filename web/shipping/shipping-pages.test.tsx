import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ShippingZone, shippingApi } from '#contract/store/shipping.ts'
import { storeApi } from '#contract/store/store.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { enterText } from '../testing/enter-text.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.resetPeople())
afterEach(cleanup)

const listZones = async (): Promise<ShippingZone[]> =>
  (await app.call('owner', shippingApi.list)).body.data

test('a seller adds a zone with a rate by weight, changes it and deletes it', async () => {
  const user = userEvent.setup()
  await renderApp(app, '/apps/settings/shipping')
  await screen.findByText('Set up shipping')
  await user.click(screen.getAllByRole('button', { name: 'Add shipping zone' })[0] as HTMLElement)
  const drawer = within(await screen.findByRole('dialog'))
  await enterText(drawer.getByRole('textbox', { name: 'Name' }), 'Germany')
  await enterText(drawer.getByRole('combobox', { name: 'Countries' }), 'Germany')
  await user.click(await screen.findByRole('option', { name: 'Germany' }))
  const [postalCodes] = await drawer.findAllByLabelText('Postal codes that start with')
  await user.type(postalCodes as HTMLElement, '25{Enter}')
  await user.click(drawer.getByRole('combobox', { name: 'Pricing' }))
  await user.click(await screen.findByRole('option', { name: 'By weight' }))
  await user.click(drawer.getByRole('button', { name: 'Add price' }))
  const [, price] = drawer.getAllByLabelText('Price')
  await user.clear(price as HTMLElement)
  await enterText(price as HTMLElement, '9.90')
  await user.click(drawer.getByRole('button', { name: 'Add shipping zone' }))
  await screen.findByText('Germany (25…)')
  expect(await listZones()).toMatchObject([
    {
      name: 'Germany',
      destinations: [{ country: 'DE', regions: [], postalCodes: ['25'] }],
      rates: [
        {
          kind: 'by_weight',
          steps: [
            { from: 0, price: 0 },
            { from: 1000, price: 990 },
          ],
        },
      ],
    },
  ])

  await user.click(screen.getByRole('button', { name: 'Edit Germany' }))
  const editor = within(await screen.findByRole('dialog'))
  await user.clear(editor.getByRole('textbox', { name: 'Name' }))
  await user.click(editor.getByRole('button', { name: 'Save' }))
  await editor.findByText('This field is required.')
  expect((await listZones())[0]?.version, 'nothing was saved').toBe(1)
  await user.click(editor.getByRole('button', { name: 'Delete zone' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete “Germany”?' })
  await user.click(within(dialog).getByRole('button', { name: 'Delete zone' }))
  await screen.findByText('Set up shipping')
  await waitFor(async () => expect(await listZones()).toEqual([]))
})

test('a seller sets working days, a cut-off time and a day off', async () => {
  const user = userEvent.setup()
  await renderApp(app, '/apps/settings/shipping')
  await user.click(await screen.findByRole('button', { name: 'Edit delivery dates' }))
  const drawer = within(await screen.findByRole('dialog'))
  await user.click(drawer.getByRole('switch', { name: 'Saturday' }))
  fireEvent.change(drawer.getByLabelText('Order cut-off time'), { target: { value: '14:00' } })
  await user.click(drawer.getByRole('button', { name: 'Add day off' }))
  await user.click(drawer.getByRole('button', { name: 'Save' }))
  await drawer.findByText(/day off|date/i, { selector: '.mantine-InputWrapper-error' })
  await enterText(drawer.getByLabelText('Day off'), '12/24/2026')
  await user.click(drawer.getByRole('button', { name: 'Save' }))
  await waitFor(async () =>
    expect((await app.call('owner', shippingApi.getSettings)).body.data).toEqual({
      cutOff: '14:00',
      handlingDays: 0,
      workingDays: [0, 1, 2, 3, 4, 5],
      holidays: ['2026-12-24'],
      classes: [],
      carriers: [],
      version: 2,
    }),
  )
})

test('a seller adds a carrier with the pattern of its tracking link', async () => {
  const user = userEvent.setup()
  await renderApp(app, '/apps/settings/shipping')
  await user.click(await screen.findByRole('button', { name: 'Edit carriers' }))
  const drawer = within(await screen.findByRole('dialog'))
  await user.click(drawer.getByRole('button', { name: 'Add carrier' }))
  await enterText(drawer.getByRole('textbox', { name: 'Name' }), 'Pedal Post')
  const link = drawer.getByRole('textbox', { name: 'Tracking link' })
  await enterText(link, 'https://pedal.example/')
  await user.click(drawer.getByRole('button', { name: 'Save' }))
  await drawer.findByText('Write {number} where the tracking number belongs.', {
    selector: '.mantine-InputWrapper-error',
  })
  const carriers = async () => (await app.call('owner', shippingApi.getSettings)).body.data.carriers
  expect(await carriers(), 'nothing was saved').toEqual([])
  await user.type(link, '{{number}')
  await user.click(drawer.getByRole('button', { name: 'Save' }))
  await screen.findByText('https://pedal.example/{number}')
  expect(await carriers()).toEqual([
    { name: 'Pedal Post', trackingUrl: 'https://pedal.example/{number}' },
  ])
})

test('a second zone for the rest of the world is refused with a message', async () => {
  const user = userEvent.setup()
  await app.call('owner', shippingApi.create, { body: { name: 'World' } })
  await renderApp(app, '/apps/settings/shipping?zone=new')
  const drawer = within(await screen.findByRole('dialog'))
  await enterText(drawer.getByRole('textbox', { name: 'Name' }), 'Europe')
  await user.click(drawer.getByRole('button', { name: 'Add shipping zone' }))
  await screen.findByText(/already belongs to the zone “World”/)
  expect((await listZones()).map(({ name }) => name)).toEqual(['World'])
})

test('suggests the name of a rate in the language of the store', async () => {
  await app.call('owner', storeApi.update, {
    params: { id: app.people.owner.storeId },
    body: { data: { locale: 'es-ES' } },
  })
  await renderApp(app, '/apps/settings/shipping?zone=new')
  const drawer = within(await screen.findByRole('dialog'))
  await waitFor(() => drawer.getByDisplayValue('Estándar'))
})
