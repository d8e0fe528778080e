import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiKey, apiKeyApi } from '#contract/developer/api-key.ts'
import { webhookApi } from '#contract/developer/webhook.ts'
import type { Ability } from '#contract/lib/call/permission.ts'
import { productApi } from '#contract/product/product.ts'
import { startWebhookReceiver } from '../../server/testing/subject/webhook-testing.ts'
import { samplePassword } from '../../server/testing/test-sample.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { sendDueDeliveries } from '../../server/webhook/webhook-delivery-worker.ts'
import { enterText } from '../testing/enter-text.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ WEBHOOKS_TO_ANYWHERE: 'true' })
})
afterAll(() => app.close())
beforeEach(() => app.resetPeople())
afterEach(cleanup)

const listApiKeys = async (): Promise<ApiKey[]> =>
  (await app.call('owner', apiKeyApi.list)).body.data
const setNobodyAbilities = (abilities: Ability[]) =>
  app.inStore(
    tx =>
      tx`update membership set abilities = ${tx.json(abilities)}
        where person_id = ${app.people.nobody.personId}`,
  )

const createWarehouseKey = () =>
  app.call('owner', apiKeyApi.create, {
    body: {
      name: 'Warehouse',
      ability: [{ action: 'read', subject: 'product' }],
      password: samplePassword,
    },
  })

test('creates an API key with selected permissions and shows it once', async () => {
  await renderApp(app, '/apps/developers')
  await screen.findByRole('heading', { name: 'No API keys yet' })
  expect(screen.getByRole('link', { name: 'API reference' }).getAttribute('href')).toBe('/api/docs')
  screen.getByText(
    /^curl -H 'Authorization: Bearer sw_live_…' 'http.+\/api\/product\/getAll\?perPage=5'$/,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Create API key' }))
  const drawer = await screen.findByRole('dialog', { name: 'Create API key' })
  await userEvent.click(within(drawer).getByRole('button', { name: 'Create API key' }))
  await within(drawer).findByText('Choose at least one permission.')
  await enterText(within(drawer).getByLabelText(/^Name/), 'Warehouse')
  await userEvent.click(within(drawer).getByRole('checkbox', { name: 'View: Products' }))
  expect(within(drawer).queryByRole('checkbox', { name: 'View: Staff' })).toBeNull()
  const passwordField = within(drawer).getByLabelText('Password')
  await enterText(passwordField, 'not my password')
  await userEvent.click(within(drawer).getByRole('button', { name: 'Create API key' }))
  await within(drawer).findByText('This password is incorrect. Try again.')
  await userEvent.clear(passwordField)
  await enterText(passwordField, samplePassword)
  await userEvent.click(within(drawer).getByRole('button', { name: 'Create API key' }))
  const secretDialog = await screen.findByRole('dialog', { name: 'Your new API key' })
  const key = within(secretDialog).getByText(/^sw_live_/).textContent ?? ''
  expect(
    (await app.call(undefined, productApi.list, { headers: { authorization: `Bearer ${key}` } }))
      .status,
  ).toBe(200)
  await userEvent.click(within(secretDialog).getByRole('button', { name: 'I’ve saved it' }))
  await screen.findByText(`sw_live_…${key.slice(-4)}`)
  expect(document.body.textContent).not.toContain(key)
  screen.getByText('Can view: Products')
})

test('updates the permissions of an API key and revokes it', async () => {
  await createWarehouseKey()
  await renderApp(app, '/apps/developers')
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Warehouse' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const editDialog = await screen.findByRole('dialog', { name: 'Edit API key' })
  await userEvent.click(within(editDialog).getByRole('checkbox', { name: 'Edit: Orders' }))
  await enterText(within(editDialog).getByLabelText('Password'), samplePassword)
  await userEvent.click(within(editDialog).getByRole('button', { name: 'Save' }))
  await screen.findByText('Can edit: Orders')
  await userEvent.click(screen.getByRole('button', { name: 'More actions for Warehouse' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Revoke' }))
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Revoke “Warehouse”?' })).getByRole('button', {
      name: 'Revoke',
    }),
  )
  await waitFor(async () =>
    expect((await listApiKeys()).map(({ status }) => status)).toEqual(['revoked']),
  )
  await screen.findByText('Revoked')
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'More actions for Warehouse' })).toBeNull(),
  )
})

test('offers only permissions that the user has', async () => {
  await setNobodyAbilities([
    { action: 'manage', subject: 'developer' },
    { action: 'read', subject: 'order' },
  ])
  await renderApp(app, '/apps/developers?key=new', { user: 'nobody' })
  const drawer = await screen.findByRole('dialog', { name: 'Create API key' })
  const getCheckbox = (name: string) =>
    within(drawer).getByRole<HTMLInputElement>('checkbox', { name })
  expect([
    getCheckbox('View: Orders').disabled,
    getCheckbox('Edit: Orders').disabled,
    getCheckbox('View: Products').disabled,
  ]).toEqual([false, true, true])
})

test('shows no button and no dialog to a user with read access', async () => {
  await createWarehouseKey()
  await setNobodyAbilities([{ action: 'read', subject: 'developer' }])
  await renderApp(app, '/apps/developers?key=new', { user: 'nobody' })
  await screen.findByText('Warehouse')
  expect([
    screen.queryByRole('dialog'),
    screen.queryByRole('button', { name: 'Create API key' }),
  ]).toEqual([null, null])
})

describe('a webhook', () => {
  let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
  beforeEach(async () => {
    receiver = await startWebhookReceiver()
  })
  afterEach(() => void receiver.close())

  test('is added and tested, and a failed delivery is resent', async () => {
    receiver.respond = reply => reply.writeHead(500).end('Not today')
    await renderApp(app, '/apps/developers')
    await userEvent.click(await screen.findByRole('button', { name: 'Add webhook' }))
    const drawer = await screen.findByRole('dialog', { name: 'Add webhook' })
    await enterText(within(drawer).getByLabelText(/^URL/), receiver.url)
    await userEvent.click(within(drawer).getByRole('button', { name: 'Add webhook' }))
    await within(drawer).findByText('Choose at least one event.')
    await userEvent.click(within(drawer).getByRole('checkbox', { name: 'Order created' }))
    await enterText(within(drawer).getByLabelText('Password'), samplePassword)
    await userEvent.click(within(drawer).getByRole('button', { name: 'Add webhook' }))
    const secretDialog = await screen.findByRole('dialog', { name: 'Webhook secret' })
    within(secretDialog).getByText(/^whsec_/)
    await userEvent.click(within(secretDialog).getByRole('button', { name: 'I’ve saved it' }))
    await userEvent.click(await screen.findByRole('link', { name: new RegExp(receiver.url) }))
    await screen.findByRole('heading', { name: 'No deliveries yet' })

    await userEvent.click(screen.getByRole('button', { name: 'Send test' }))
    await screen.findByText('Not sent yet')
    await sendDueDeliveries(app.app)
    await screen.findByText('HTTP 500')
    await screen.findByText('The test wasn’t delivered. HTTP 500.')
    // A failed test does not change the status of the webhook.
    expect((await app.call('owner', webhookApi.list)).body.data[0].status).toBe('on')
    screen.getByText('On')
    await userEvent.click(screen.getByRole('link', { name: /^Test(?! ?test)/ }))
    const deliveryDrawer = await screen.findByRole('dialog', { name: 'Test' })
    await within(deliveryDrawer).findByText('Not today')
    within(deliveryDrawer).getByText(/"type": "test"/)
    await app.inStore(tx => tx`update webhook_delivery set status = 'failed'`)
    receiver.respond = reply => reply.writeHead(200).end('Thanks')
    await userEvent.click(within(deliveryDrawer).getByRole('button', { name: 'Resend' }))
    await waitFor(async () =>
      expect(
        await app.inStore(tx => tx`select 1 from webhook_delivery where is_manual`),
      ).toHaveLength(1),
    )
    await sendDueDeliveries(app.app)
    await screen.findByText('Thanks')
    await screen.findByText('On')
    expect(new Set(receiver.received.map(({ event }) => event._id)).size).toBe(1)
  })

  test('gets a new secret, is turned off and on, and is deleted', async () => {
    const { _id } = (
      await app.call('owner', webhookApi.create, {
        body: { url: receiver.url, events: ['order.created'], password: samplePassword },
      })
    ).body.data
    const { router } = await renderApp(app, `/apps/developers/webhook/${_id}`)
    const choose = async (item: string) => {
      await userEvent.click(
        await screen.findByRole('button', { name: 'More actions for this webhook' }),
      )
      await userEvent.click(await screen.findByRole('menuitem', { name: item }))
    }
    const before = (await screen.findByText(/^whsec_…/)).textContent
    await choose('Rotate secret')
    const confirm = async (title: string, button: string) => {
      const dialog = within(await screen.findByRole('dialog', { name: title }))
      await enterText(dialog.getByLabelText('Password'), samplePassword)
      await userEvent.click(dialog.getByRole('button', { name: button }))
    }
    await confirm('Rotate the secret?', 'Rotate secret')
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: 'Webhook secret' })).getByRole('button', {
        name: 'I’ve saved it',
      }),
    )
    await waitFor(() => expect(screen.getByText(/^whsec_…/).textContent).not.toBe(before))
    await choose('Edit')
    const drawer = await screen.findByRole('dialog', { name: 'Edit webhook' })
    expect(within(drawer).queryByLabelText('Password')).toBeNull()
    await enterText(within(drawer).getByLabelText(/^URL/), '/new')
    await userEvent.click(within(drawer).getByRole('button', { name: 'Save' }))
    await within(drawer).findByText('This field is required.')
    await enterText(within(drawer).getByLabelText('Password'), samplePassword)
    await userEvent.click(within(drawer).getByRole('button', { name: 'Save' }))
    await screen.findByText(`${receiver.url}/new`)
    await choose('Turn off')
    await userEvent.click(await screen.findByRole('button', { name: 'Turn on' }))
    await confirm('Turn on', 'Turn on')
    await screen.findByRole('button', { name: 'Send test' })
    await choose('Delete')
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: /^Delete “127/ })).getByRole('button', {
        name: 'Delete',
      }),
    )
    await screen.findByRole('heading', { name: 'No webhooks yet' })
    expect(router.state.location.pathname).toBe('/apps/developers')
  })
})
