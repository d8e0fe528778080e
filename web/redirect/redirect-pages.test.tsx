import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Redirect, redirectApi } from '#contract/cms/redirect.ts'
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

const listRedirects = async (): Promise<Pick<Redirect, 'path' | 'target'>[]> =>
  (await app.call('owner', redirectApi.list, { query: { sort: 'path' } })).body.data.map(
    ({ path, target }: Redirect) => ({ path, target }),
  )

test('adds, edits and deletes a redirect', async () => {
  const person = userEvent.setup()
  const { router } = await renderApp(app, '/apps/cms/redirects')
  await screen.findByText('No redirects yet')
  await person.click(screen.getAllByRole('button', { name: 'Add redirect' })[0] as Element)
  const dialog = within(await screen.findByRole('dialog', { name: 'Add redirect' }))
  expect(router.state.location.search).toBe('?edit=new')
  await enterText(dialog.getByLabelText(/^Old path/), 'https://old.example.com/About/')
  await enterText(dialog.getByLabelText(/^Target/), '//example.com')
  await person.click(dialog.getByRole('button', { name: 'Add redirect' }))
  await dialog.findByText(/^Enter a path in the store/)
  expect(await listRedirects()).toEqual([])
  await person.clear(dialog.getByLabelText(/^Target/))
  await enterText(dialog.getByLabelText(/^Target/), '/pages/about')
  await person.click(dialog.getByRole('button', { name: 'Add redirect' }))
  await screen.findByText('Redirect created')
  expect(await listRedirects()).toEqual([{ path: '/about', target: '/pages/about' }])

  await person.click(await screen.findByRole('link', { name: /\/about/ }))
  const edit = within(await screen.findByRole('dialog', { name: 'Edit redirect' }))
  await person.clear(edit.getByLabelText(/^Target/))
  await enterText(edit.getByLabelText(/^Target/), '/about')
  await person.click(edit.getByRole('button', { name: 'Save redirect' }))
  await edit.findByText('This target leads back to the path. Enter another target.')
  await person.clear(edit.getByLabelText(/^Target/))
  await enterText(edit.getByLabelText(/^Target/), '/products')
  await person.click(edit.getByRole('button', { name: 'Save redirect' }))
  await screen.findByText('Redirect updated')
  expect(await listRedirects()).toEqual([{ path: '/about', target: '/products' }])

  await person.click(screen.getAllByRole('checkbox')[1] as Element)
  await person.click(await screen.findByRole('button', { name: 'Delete' }))
  const confirm = within(await screen.findByRole('dialog', { name: 'Delete this redirect?' }))
  await person.click(confirm.getByRole('button', { name: 'Delete' }))
  await waitFor(async () => expect(await listRedirects()).toEqual([]))
})

test('imports a file and names the lines with a problem', async () => {
  const person = userEvent.setup()
  await renderApp(app, '/apps/cms/redirects?edit=import')
  const dialog = within(await screen.findByRole('dialog', { name: 'Import redirects' }))
  const file = new File(['from,to\n/a,/products\n/b,//example.com\n'], 'old.csv', {
    type: 'text/csv',
  })
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no file input.')
  await person.upload(input, file)
  await person.click(dialog.getByRole('button', { name: 'Import redirects' }))
  await dialog.findByText('Added: 1. Updated: 0.')
  expect(dialog.getByText('1 line wasn’t imported')).toBeDefined()
  expect(dialog.getByText('Line 3')).toBeDefined()
  await person.click(dialog.getByRole('button', { name: 'Done' }))
  await screen.findByText('/a')
  expect(await listRedirects()).toEqual([{ path: '/a', target: '/products' }])
})

test('reads a file in another encoding, previews its text and imports it in the chosen one', async () => {
  const person = userEvent.setup()
  await app.inStore(tx => tx`delete from redirect`)
  await renderApp(app, '/apps/cms/redirects?edit=import')
  const dialog = within(await screen.findByRole('dialog', { name: 'Import redirects' }))
  // Words in Windows-1252.
  const bytes = Buffer.from('/gr\xf6\xdfe,/products\n/h\xfcte,/search\n', 'latin1')
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no file input.')
  await person.upload(input, new File([bytes], 'old.csv', { type: 'text/csv' }))
  const readPreview = async () =>
    within(await dialog.findByRole('list', { name: 'Text of your file' }))
      .getAllByRole('listitem')
      .map(item => item.textContent)
  expect(await readPreview()).toEqual(['/größe,/products', '/hüte,/search'])
  const select = dialog.getByRole('combobox', { name: 'Encoding' })
  await person.selectOptions(select, 'Cyrillic (Windows-1251)')
  expect(await readPreview()).toEqual(['/grцЯe,/products', '/hьte,/search'])
  await person.selectOptions(select, 'Western European (Windows-1252)')
  await person.click(dialog.getByRole('button', { name: 'Import redirects' }))
  await dialog.findByText('Added: 2. Updated: 0.')
  expect(await listRedirects()).toEqual([
    { path: '/gr%c3%b6%c3%9fe', target: '/products' },
    { path: '/h%c3%bcte', target: '/search' },
  ])
})
