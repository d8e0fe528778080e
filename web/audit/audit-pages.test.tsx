import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { AuditEntry } from '#contract/audit.ts'
import { categoryApi } from '#contract/category.ts'
import { orderApi } from '#contract/order.ts'
import { productApi } from '#contract/product.ts'
import { roleApi } from '#contract/role.ts'
import { staffApi } from '#contract/staff.ts'
import { startTestApp, type TestApp } from '../../server/lib/testing/testing.ts'
import { renderApp } from '../lib/testing.tsx'
import { findEntityLabel, findFieldLabel } from './audit-fields.ts'
import { groupIntoSteps } from './audit-step.ts'

let app: TestApp
let kettle: { _id: string; version: number; variants: { _id: string }[] }
beforeAll(async () => {
  app = await startTestApp()
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

const steps = () => [...document.querySelectorAll('main ol > li')]

test('a change is a sentence, and opens field by field', async () => {
  await renderApp(app, '/apps/audit')
  const row = await screen.findByRole('button', {
    name: /Test owner changed Price of Kettle from \$39.00 to \$35.00/,
  })
  await userEvent.click(row)
  const table = await screen.findByRole('table')
  expect(
    within(table)
      .getAllByRole('row')
      .map(each => each.textContent),
  ).toEqual(['FieldBeforeAfter', 'Price$39.00$35.00'])
  screen.getByText('owner@example.com')
  expect(screen.getAllByText('127.0.0.1').length).toBeGreaterThan(1)
})

test('an order with its lines is one step, and everything about one thing is a click away', async () => {
  await app.call('owner', orderApi.create, {
    body: { lines: [{ variant: kettle.variants[0]?._id, quantity: 2 }] },
  })
  const { router } = await renderApp(app, '/apps/audit')
  const row = await screen.findByRole('button', {
    name: /Test owner created order #1001.*more change/,
  })
  await userEvent.click(row)
  await userEvent.click(await screen.findByRole('button', { name: 'Show all for this record' }))
  await waitFor(() => expect(router.state.location.search).toMatch(/^\?record=/))
  await waitFor(() => expect(steps()).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(steps().length).toBeGreaterThan(2))
})

test('changed rights are told subject by subject, and who is shut out or let in is', async () => {
  await app.call('owner', roleApi.update, {
    params: { role: 'manager' },
    body: {
      ability: [
        { action: 'manage', subject: 'order' },
        { action: 'read', subject: 'product' },
      ],
    },
  })
  const { personId } = app.people.nobody
  await app.call('owner', staffApi.update, {
    params: { id: personId },
    body: { status: 'inactive' },
  })
  await app.call('owner', staffApi.update, { params: { id: personId }, body: { status: 'active' } })
  await app.call('owner', staffApi.delete, { params: { id: personId } })
  onTestFinished(() =>
    app.inStore(
      async tx =>
        void (await tx`insert into membership (person_id, business_id, role) values (${personId}, ${app.people.owner.businessId}, 'support')`),
    ),
  )
  await renderApp(app, '/apps/audit?action=permission_changed')
  await screen.findByRole('button', { name: /Test owner removed Test nobody from the store/ })
  screen.getByRole('button', { name: /Test owner activated Test nobody/ })
  await userEvent.click(screen.getByRole('button', { name: /Test owner deactivated Test nobody/ }))
  expect((await screen.findByRole('table')).textContent).toContain('StatusActiveInactive')
  await userEvent.click(screen.getByRole('button', { name: /Test owner deactivated Test nobody/ }))
  await userEvent.click(
    screen.getByRole('button', { name: /Test owner updated the permissions of Manager/ }),
  )
  const row = await screen.findByRole('row', { name: /Products/ })
  expect(row.textContent).toBe('Permissions › ProductsChangeView')
  expect(screen.queryByRole('row', { name: /Orders/ })).toBeNull()
})

test('filters stand in the address, and nothing found is said', async () => {
  await app.call('owner', categoryApi.create, { body: { name: 'Cups' } })
  const { router } = await renderApp(app, '/apps/audit?entity=category&action=insert')
  await screen.findByRole('button', { name: /created category Cups/ })
  expect(steps()).toHaveLength(1)
  await router.navigate('/apps/audit?action=key_revoked')
  await screen.findByText('No results found')
  screen.getByText('Action is API key revoked')
})

test('without the right there is no page, and the way out is not called a dashboard that is none of theirs', async () => {
  await app.inStore(
    tx =>
      tx`update membership set abilities = '[{"action": "read", "subject": "product"}]' where person_id = ${app.people.nobody.personId}`,
  )
  await renderApp(app, '/apps/audit', { user: 'nobody' })
  await screen.findByRole('heading', { name: "You don't have access to this page" })
  expect(screen.getByRole('link', { name: 'Go to your store' }).getAttribute('href')).toBe(
    '/dashboard',
  )
  expect(screen.queryByRole('heading', { name: 'Activity log' })).toBeNull()
})

test('every kind of row and every column that can change has a name', async () => {
  // The page brings its texts along.
  await renderApp(app, '/apps/audit')
  await screen.findByRole('heading', { name: 'Activity log' })
  const columns = await app.sql<{ table: string; column: string }[]>`
    select c.relname as table, a.attname as column from pg_trigger g join pg_class c on c.oid = g.tgrelid join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where g.tgfoid = 'audit_row'::regproc and c.relname <> 'onboarding' and not a.attname = any (audit_hidden_columns())
      and position(a.attname::text || chr(92) || '000' in encode(g.tgargs, 'escape')) = 0`
  expect(columns.length).toBeGreaterThan(100)
  expect(
    [...new Set(columns.map(({ table }) => table))].filter(table => !findEntityLabel(table)),
  ).toEqual([])
  const untranslatedColumns = [
    'id',
    'business_id',
    'version',
    'created_at',
    'updated_at',
    'sku_key',
    'folded_sku',
    'file_key',
    'business',
    'order_id',
  ]
  expect(
    columns.filter(
      ({ table, column }) =>
        !untranslatedColumns.includes(column) && !findFieldLabel(table, column),
    ),
  ).toEqual([])
})

describe('stepsOf', () => {
  const entry = (_id: string, requestId: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
    _id,
    requestId,
    at: '2026-11-21T10:00:00.000Z',
    action: 'insert',
    entity: 'order_line',
    entityId: _id,
    name: '',
    record: { entity: 'order', _id: 'o', name: '#1' },
    person: null,
    ip: '',
    changes: [],
    ...more,
  })
  test('neighbours of one request are one step, led by the thing itself', () => {
    const groups = groupIntoSteps([
      entry('3', 'r'),
      entry('2', 'r'),
      entry('o', 'r', { entity: 'order' }),
      entry('9', 'q'),
    ])
    expect(groups.map(({ main, entries }) => [main._id, entries.map(({ _id }) => _id)])).toEqual([
      ['o', ['o', '2', '3']],
      ['9', ['9']],
    ])
  })
  test('what has a name of its own leads, as accepting an invitation does before the row that goes with it', () => {
    const groups = groupIntoSteps([
      entry('s', 'r', { entity: 'person', action: 'invitation_accepted' }),
      entry('i', 'r', { entity: 'invitation', action: 'delete', entityId: 'o' }),
    ])
    expect(groups.map(({ main }) => main._id)).toEqual(['s'])
  })
  test('what has no request stands alone', () => {
    expect(groupIntoSteps([entry('1', ''), entry('2', '')])).toHaveLength(2)
  })
})
