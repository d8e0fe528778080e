import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { getShapeKeys } from '#contract/lib/shape.ts'
import { CategoryInput, type CategoryNode, categoryApi } from '#contract/product/category.ts'
import { setStoreStatus } from '../../server/testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { enterText } from '../testing/enter-text.ts'
import { renderApp } from '../testing/testing.tsx'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() => t.resetPeople())
afterEach(cleanup)

const createCategory = async (name: string, parent: string | null = null): Promise<string> =>
  (await t.call('owner', categoryApi.create, { body: { name, parent } })).body.data._id
const getOutline = async () =>
  (await t.call('owner', categoryApi.getTree)).body.data.map(
    (node: CategoryNode) => `${'-'.repeat(node.depth - 1)}${node.name}`,
  )
const listPath = '/apps/category/list'

test('adds a category and a subcategory in the list and rejects a duplicate name', async () => {
  const person = userEvent.setup()
  await renderApp(t, listPath)
  await enterText(await screen.findByRole('textbox', { name: 'New category name' }), 'Kitchen')
  await person.keyboard('{Enter}')
  expect(await screen.findByText('Category created successfully')).toBeDefined()
  await person.click(await screen.findByRole('button', { name: 'Add subcategory to Kitchen' }))
  await enterText(await screen.findByRole('textbox', { name: 'New category name' }), 'Bowls')
  await person.keyboard('{Enter}')
  await screen.findByRole('button', { name: 'Bowls' })
  await enterText(screen.getByRole('textbox', { name: 'New category name' }), 'bowls')
  await person.keyboard('{Enter}')
  expect(
    await screen.findByText(
      'A category with this name already exists here. Enter a different name.',
    ),
  ).toBeDefined()
  expect(await getOutline()).toEqual(['Kitchen', '-Bowls'])
})

test('the drawer has an input for every field of a category', async () => {
  const id = await createCategory('Garden')
  await renderApp(t, `${listPath}?edit=${id}`)
  const drawer = within(await screen.findByRole('dialog', { name: 'Edit category' }))
  await drawer.findByRole('textbox', { name: /Name/ })
  // The list changes the position.
  const keys = getShapeKeys(CategoryInput.omit({ position: true }))
  await waitFor(() =>
    expect(keys.filter(key => !document.querySelector(`[data-path="${key}"]`))).toEqual([]),
  )
  // A slug is not valid while the user types it.
  await userEvent.type(drawer.getByRole('textbox', { name: /URL handle/ }), '%')
  expect(drawer.getByText(/ › categories › garden%$/)).toBeDefined()
})

test('the drawer names the hidden parent of a category, and shows it', async () => {
  const person = userEvent.setup()
  await setStoreStatus(t, 'live')
  const parent = await createCategory('Kitchen')
  const id = await createCategory('Bowls', parent)
  await t.call('owner', categoryApi.bulkUpdateStatus, {
    body: { ids: [parent], status: 'hidden' },
  })
  await renderApp(t, `${listPath}?edit=${id}`)
  const drawer = within(await screen.findByRole('dialog', { name: 'Edit category' }))
  expect(await drawer.findByText('The parent category “Kitchen” is hidden.')).toBeDefined()
  expect(drawer.queryByRole('link', { name: /^View category/ })).toBeNull()
  await person.click(drawer.getByRole('button', { name: 'Show “Kitchen”' }))
  expect(await drawer.findByRole('link', { name: /^View category/ })).toBeDefined()
  const { body } = await t.call('owner', categoryApi.get, { params: { id: parent } })
  expect(body.data.status).toBe('visible')
})

test('the drawer updates a category and shows an error on its field', async () => {
  const person = userEvent.setup()
  await createCategory('Kitchen')
  const id = await createCategory('Garden')
  await renderApp(t, `${listPath}?edit=${id}`)
  const drawer = within(await screen.findByRole('dialog', { name: 'Edit category' }))
  const name = await drawer.findByRole('textbox', { name: /Name/ })
  await person.clear(name)
  await enterText(name, 'Kitchen')
  await person.click(drawer.getByRole('button', { name: 'Save' }))
  expect(
    await drawer.findByText(
      'A category with this name already exists here. Enter a different name.',
    ),
  ).toBeDefined()
  await person.type(name, ' garden{Control>}s{/Control}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await getOutline()).toEqual(['Kitchen', 'Kitchen garden'])
})

test('moves a category by keyboard and announces each step', async () => {
  const person = userEvent.setup()
  await createCategory('Kitchen')
  await createCategory('Bowls')
  await createCategory('Cups')
  await renderApp(t, listPath)
  const handle = await screen.findByRole('button', { name: 'Move Cups' })
  handle.focus()
  await person.keyboard(' {ArrowUp}')
  expect(screen.getByText('Cups: 2 of 3 at the top level')).toBeDefined()
  await person.keyboard('{ArrowRight}')
  expect(screen.getByText('Cups: 1 of 1 in Kitchen')).toBeDefined()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Cups')
  await person.keyboard(' ')
  await waitFor(async () => expect(await getOutline()).toEqual(['Kitchen', '-Cups', 'Bowls']))
  await person.keyboard(' {ArrowDown}')
  expect(screen.getByText('Cups can’t move further in that direction.')).toBeDefined()
  await person.keyboard('{ArrowLeft}{Escape}')
  expect(screen.getByText('Move canceled. Cups is back in its original position.')).toBeDefined()
  expect(await getOutline()).toEqual(['Kitchen', '-Cups', 'Bowls'])
})

test('shows ten top-level categories a page and loads subcategories when opened', async () => {
  const person = userEvent.setup()
  const names = Array.from({ length: 11 }, (_, index) => `Kind ${index + 10}`)
  const ids: string[] = []
  for (const name of names) ids.push(await createCategory(name))
  await createCategory('Lamps', ids[0])
  await renderApp(t, listPath)
  await screen.findByRole('button', { name: 'Kind 10' })
  expect(screen.getAllByRole('button', { name: /^Kind/ })).toHaveLength(10)
  expect(screen.queryByRole('button', { name: 'Lamps' })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Expand Kind 10' }))
  await screen.findByRole('button', { name: 'Lamps' })

  await person.click(screen.getByRole('button', { name: 'Next page' }))
  await screen.findByRole('button', { name: 'Kind 20' })
  await person.click(screen.getByRole('button', { name: 'Actions for Kind 20' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Move up' }))
  await waitFor(async () => expect((await getOutline()).slice(-2)).toEqual(['Kind 20', 'Kind 19']))
  await screen.findByRole('button', { name: 'Kind 19' })

  await enterText(screen.getByRole('searchbox', { name: 'Search categories' }), 'lamp')
  await screen.findByText('in Kind 10')
})

test('the delete dialog explains the effect on subcategories and products', async () => {
  const person = userEvent.setup()
  const id = await createCategory('Kitchen')
  await createCategory('Bowls', id)
  await t.inStore(
    tx => tx`
    with bowl as (insert into product (title, slug) values ('Bowl', 'bowl') returning id)
    insert into product_category (product_id, category_id) select id, ${id} from bowl`,
  )
  await renderApp(t, listPath)
  await person.click(await screen.findByRole('button', { name: 'Actions for Kitchen' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete “Kitchen”?' }))
  expect(dialog.getByText('Its subcategory moves up one level.')).toBeDefined()
  expect(
    dialog.getByText('Its products are removed from this category but not deleted.'),
  ).toBeDefined()
  await person.click(dialog.getByRole('button', { name: 'Delete category' }))
  expect(await screen.findByText('Category deleted successfully')).toBeDefined()
  expect(await getOutline()).toEqual(['Bowls'])
})

test('a user with read access sees no buttons to add or move', async () => {
  await createCategory('Kitchen')
  await t.inStore(
    tx =>
      tx`update membership set abilities = ${tx.json([{ action: 'read', subject: 'category' }])}
        where person_id = ${t.people.nobody.personId}`,
  )
  await renderApp(t, listPath, { user: 'nobody' })
  await screen.findByRole('button', { name: 'Kitchen' })
  expect(screen.queryByRole('button', { name: 'Add category' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Move Kitchen' })).toBeNull()
})

test('the drawer opens with the focus in its first field', async () => {
  await renderApp(t, `${listPath}?edit=new`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Add category' }))
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText(/^Name/)))
})

test('deleting the only category of the last page opens the page before it', async () => {
  const person = userEvent.setup()
  for (let n = 10; n <= 20; n++) await createCategory(`Kind ${n}`)
  await renderApp(t, `${listPath}?page=2`)
  await person.click(await screen.findByRole('button', { name: 'Actions for Kind 20' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await person.click(await screen.findByRole('button', { name: 'Delete category' }))
  await screen.findByRole('button', { name: 'Kind 10' })
})

test('opens the last page, where a new top-level category is', async () => {
  const person = userEvent.setup()
  for (let n = 10; n <= 19; n++) await createCategory(`Kind ${n}`)
  await renderApp(t, listPath)
  await screen.findByRole('button', { name: 'Kind 10' })
  const [, addButton] = screen.getAllByRole('button', { name: 'Add category' })
  if (addButton) await person.click(addButton)
  await enterText(await screen.findByRole('textbox', { name: 'New category name' }), 'Lamps')
  await person.keyboard('{Enter}')
  await screen.findByRole('button', { name: 'Lamps' })
  await enterText(screen.getByRole('textbox', { name: 'New category name' }), 'Rugs')
  await person.keyboard('{Enter}')
  await screen.findByRole('button', { name: 'Rugs' })
})

test('opens the last page after the drawer adds a top-level category', async () => {
  const person = userEvent.setup()
  for (let n = 10; n <= 19; n++) await createCategory(`Kind ${n}`)
  await renderApp(t, `${listPath}?edit=new`)
  const drawer = within(await screen.findByRole('dialog', { name: 'Add category' }))
  await enterText(drawer.getByLabelText(/^Name/), 'Lamps')
  await person.click(drawer.getByRole('button', { name: 'Add category' }))
  await screen.findByRole('button', { name: 'Lamps' })
  expect(screen.queryByRole('button', { name: 'Kind 10' })).toBeNull()
})
