import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { customerApi } from '#contract/customer/customer.ts'
import { customerDataApi } from '#contract/customer/customer-data.ts'
import { orderApi } from '#contract/order/order.ts'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { roleApi } from '#contract/staff/role.ts'
import { staffApi } from '#contract/staff/staff.ts'
import { exampleAddress } from '../../server/testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { renderApp } from '../testing/testing.tsx'
import { findEntityLabel, findFieldLabel, moneyFields } from './audit-fields.ts'

let app: TestApp
let kettle: { _id: string; version: number; variants: { _id: string }[] }
beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  await app.resetPeople()
  kettle = (
    await app.call('owner', productApi.create, { body: { title: 'Kettle', price: 3900, stock: 9 } })
  ).body.data
  await app.call('owner', productApi.update, {
    params: { id: kettle._id },
    body: { variants: [{ _id: kettle.variants[0]?._id, price: 3500, stock: 9 }] },
  })
})
afterAll(() => app.close())
afterEach(cleanup)

/** Returns the owner's name as the log displays it. */
const ownerName = () => `Test ${app.people.owner.name}`
const listSteps = () => [...document.querySelectorAll('main ol > li')]

test('shows a change as a sentence that expands to its fields', async () => {
  await renderApp(app, '/apps/audit')
  const row = await screen.findByRole('button', {
    name: new RegExp(`${ownerName()} changed the price of Kettle from \\$39.00 to \\$35.00`),
  })
  await userEvent.click(row)
  const table = await screen.findByRole('table')
  expect(
    within(table)
      .getAllByRole('row')
      .map(tableRow => tableRow.textContent),
  ).toEqual(['FieldBeforeAfter', 'Price$39.00$35.00'])
  screen.getByText(`${app.people.owner.name}@example.com`)
  expect(screen.getAllByText('127.0.0.1').length).toBeGreaterThan(1)
})

test('a name that is empty leaves no double space, and grouped rows are not counted', async () => {
  const order = await app.call('owner', orderApi.create, {
    body: { lines: [{ variant: kettle.variants[0]?._id, quantity: 1 }] },
  })
  await app.call('owner', orderApi.addPayment, {
    params: { id: order.body.data._id },
    body: { amount: 3500, method: 'bank' },
  })
  await renderApp(app, '/apps/audit')
  const row = await screen.findByRole('button', { name: /added a payment to #\d+/ })
  expect(row.textContent).not.toContain('  ')
  expect(screen.getByRole('heading', { level: 1 }).parentElement?.textContent).toBe('Activity log')
  expect(screen.queryByRole('navigation', { name: 'Page 1' })).toBeNull()
})

test('groups an order with its lines and filters the log by one record', async () => {
  await app.call('owner', orderApi.create, {
    body: { lines: [{ variant: kettle.variants[0]?._id, quantity: 2 }] },
  })
  const { router } = await renderApp(app, '/apps/audit')
  const row = await screen.findByRole('button', {
    name: new RegExp(`${ownerName()} created order #1001.*more change`),
  })
  await userEvent.click(row)
  await userEvent.click(await screen.findByRole('button', { name: 'Show all for this record' }))
  await waitFor(() => expect(router.state.location.search).toMatch(/^\?record=/))
  await waitFor(() => expect(listSteps()).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(listSteps().length).toBeGreaterThan(2))
})

test('shows words instead of codes and hides changes by the system', async () => {
  const order = (
    await app.call('owner', orderApi.create, {
      body: {
        lines: [{ variant: kettle.variants[0]?._id, quantity: 2 }],
        shippingAddress: exampleAddress,
      },
    })
  ).body.data
  await app.call('owner', orderApi.addPayment, {
    params: { id: order._id },
    body: { amount: 7000, method: 'bank' },
  })
  for (const status of ['confirmed', 'processing', 'ready', 'shipped'])
    await app.call('owner', orderApi.updateStatus, { params: { id: order._id }, body: { status } })
  await app.inStore(tx => tx`update product set title = 'Night kettle' where id = ${kettle._id}`)
  const { router } = await renderApp(app, '/apps/audit')
  await userEvent.click(
    await screen.findByRole('button', {
      name: new RegExp(`${ownerName()} added a payment to ${order.number}`),
    }),
  )
  await screen.findByRole('row', { name: 'Method Bank transfer' })
  screen.getByRole('row', { name: 'Type Payment' })
  for (const step of screen.getAllByRole('button', { expanded: false }))
    if (/#1001/.test(step.textContent)) await userEvent.click(step)
  screen.getByRole('row', { name: 'Source Manual' })
  expect(screen.getAllByRole('row', { name: 'Line items 2 units' })).toHaveLength(1)
  expect(document.querySelector('main')?.textContent).not.toMatch(/[[{]"|bank$/)
  const systemStep = { name: /Storewright changed the title/ }
  expect(screen.queryByRole('button', systemStep)).toBeNull()
  await router.navigate('/apps/audit?system=true')
  await screen.findByRole('button', systemStep)
})

test('shows changed permissions by area and changes of staff access', async () => {
  await app.call('owner', roleApi.update, {
    params: { role: 'manager' },
    body: {
      ability: [
        { action: 'manage', subject: 'order' },
        { action: 'read', subject: 'product' },
      ],
    },
  })
  const { personId, name } = app.people.nobody
  await app.call('owner', staffApi.update, {
    params: { id: personId },
    body: { status: 'inactive' },
  })
  await app.call('owner', staffApi.update, { params: { id: personId }, body: { status: 'active' } })
  await app.call('owner', staffApi.delete, { params: { id: personId } })
  const deactivation = new RegExp(`${ownerName()} deactivated Test ${name}`)
  await renderApp(app, '/apps/audit?action=permission_changed')
  await screen.findByRole('button', {
    name: new RegExp(`${ownerName()} removed Test ${name} from the store`),
  })
  screen.getByRole('button', { name: new RegExp(`${ownerName()} activated Test ${name}`) })
  await userEvent.click(screen.getByRole('button', { name: deactivation }))
  expect((await screen.findByRole('table')).textContent).toContain('StatusActiveInactive')
  await userEvent.click(screen.getByRole('button', { name: deactivation }))
  await userEvent.click(
    screen.getByRole('button', {
      name: new RegExp(`${ownerName()} updated the permissions of Manager`),
    }),
  )
  const row = await screen.findByRole('row', { name: /Products/ })
  expect(row.textContent).toBe('Permissions › ProductsEditView')
  expect(screen.queryByRole('row', { name: /Orders/ })).toBeNull()
})

test('names the customer whose data was exported, and the kind of other exports', async () => {
  const { body } = await app.call('owner', customerApi.create, { body: { name: 'Joan' } })
  await app.call('owner', customerDataApi.exportData, { params: { id: body.data._id } })
  await app.call('owner', orderApi.export)
  await renderApp(app, '/apps/audit')
  await screen.findByRole('button', {
    name: new RegExp(`${ownerName()} exported the data of Joan`),
  })
  screen.getByRole('button', { name: new RegExp(`${ownerName()} exported orders`) })
})

test('reads its filters from the URL and shows an empty result', async () => {
  await app.call('owner', categoryApi.create, { body: { name: 'Cups' } })
  const { router } = await renderApp(app, '/apps/audit?entity=category&action=insert')
  await screen.findByRole('button', { name: /created category Cups/ })
  expect(listSteps()).toHaveLength(1)
  await router.navigate('/apps/audit?action=api_key_revoked')
  await screen.findByText('No results found')
  screen.getByText('Action is API key revoked')
})

test('without the permission the page is unavailable and links to the store', async () => {
  await app.inStore(
    tx =>
      tx`update membership set abilities = '[{"action": "read", "subject": "product"}]'
        where person_id = ${app.people.nobody.personId}`,
  )
  await renderApp(app, '/apps/audit', { user: 'nobody' })
  await screen.findByRole('heading', { name: 'You don’t have access to this page' })
  expect(screen.getByRole('link', { name: 'Go to your store' }).getAttribute('href')).toBe(
    '/dashboard',
  )
  expect(screen.queryByRole('heading', { name: 'Activity log' })).toBeNull()
})

test('every audited table and column has a label, and amounts are displayed as money', async () => {
  // Opening the page loads its texts.
  await renderApp(app, '/apps/audit')
  await screen.findByRole('heading', { name: 'Activity log' })
  const columns = await app.sql<{ table: string; column: string; isBigint: boolean }[]>`
    -- The audit calls a store business.
    select case c.relname when 'store' then 'business' else c.relname end as table,
      a.attname as column, a.atttypid = 'bigint'::regtype as is_bigint
    from pg_trigger g
    join pg_class c on c.oid = g.tgrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where g.tgfoid = 'audit_row'::regproc and c.relname <> 'onboarding'
      and not a.attname = any (audit_hidden_columns(c.oid))
      and position(a.attname::text || chr(92) || '000' in encode(g.tgargs, 'escape')) = 0`
  expect(columns.length).toBeGreaterThan(100)
  expect(
    [...new Set(columns.map(({ table }) => table))].filter(table => !findEntityLabel(table)),
  ).toEqual([])
  const untranslatedColumns = [
    'id',
    'store_id',
    'version',
    'created_at',
    'updated_at',
    'sku_key',
    'folded_sku',
    'file_key',
    'business',
    'order_id',
  ]
  const numbers = ['series_number']
  expect(
    columns
      .filter(({ isBigint, column }) => isBigint && !numbers.includes(column))
      .filter(({ column }) => !moneyFields.has(column)),
    'bigint columns that are not displayed as money',
  ).toEqual([])
  expect(
    columns.filter(
      ({ table, column }) =>
        !untranslatedColumns.includes(column) && !findFieldLabel(table, column),
    ),
  ).toEqual([])
})
