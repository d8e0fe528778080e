import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { importApi } from '#contract/import/import.ts'
import { productApi } from '#contract/product/product.ts'
import { customerHeaders } from '../../server/import/customer/customer-columns.ts'
import { orderHeaders } from '../../server/import/order/import-order-columns.ts'
import { productFields } from '../../server/import/product/product-fields.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import * as transfer from '../lib/call/transfer.ts'
import { changeLanguage } from '../lib/preference/i18n.ts'
import { enterText } from '../testing/enter-text.ts'
import { uploadTestFile } from '../testing/test-import-upload.ts'
import { renderApp } from '../testing/testing.tsx'
import { findColumnLabel } from './import-labels.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.resetPeople())
afterEach(async () => {
  cleanup()
  await changeLanguage('en')
})

const uploadCsv = (csv: string, kind?: string) => uploadTestFile(app, csv, kind)

/** Waits until the import has left its status, then runs its job. */
async function runImportJob(id: string, previousStatus: string) {
  await waitFor(async () =>
    expect((await app.call('owner', importApi.get, { params: { id } })).body.data.status).not.toBe(
      previousStatus,
    ),
  )
  await app.runJobs()
}

test('only imports of products offer to add a product instead', async () => {
  await renderApp(app, '/apps/import?kind=tracking')
  await screen.findByText('No imports yet')
  expect(screen.queryByRole('link', { name: 'Add product manually' })).toBeNull()
  cleanup()
  await renderApp(app, '/apps/import')
  await screen.findByRole('link', { name: 'Add product manually' })
})

test('previews the changes of a file, imports them and links to the imported products', async () => {
  await app.call('owner', productApi.create, { body: { title: 'Vase', slug: 'vase', price: 2000 } })
  const id = await uploadCsv(
    'Handle,Title,Variant Price,Moon\nvase,Tall vase,25,x\njug,Jug,12,\nbad,Bad,ten,\n',
  )
  const { router } = await renderApp(app, '/apps/import')
  await screen.findByText('1 new · 1 to update · 1 skipped')
  await userEvent.click(screen.getByRole('link', { name: /spring\.csv/ }))
  await screen.findByRole('heading', { level: 1, name: 'spring.csv' })
  expect(router.state.location.pathname).toBe(`/apps/import/${id}`)

  const preview = await screen.findByRole('table', { name: 'Products' })
  const change = within(preview)
    .getAllByRole('row')
    .find(row => row.textContent?.includes('Tall vase'))
  expect(change?.textContent).toMatch(/Title.*Vase.*Tall vase.*Price.*\$20\.00.*\$25\.00/)
  expect(
    within(screen.getByRole('table', { name: 'Problems' })).getByText(/isn’t valid and is skipped/),
  ).toBeTruthy()
  expect(screen.getByText('3 of 4 columns in your file are used.')).toBeTruthy()

  await userEvent.click(screen.getByRole('button', { name: 'Import 2 products' }))
  await runImportJob(id, 'planned')
  await screen.findByText('Import completed')
  await waitFor(() =>
    expect(screen.getByRole('link', { name: /Jug/ }).getAttribute('href')).toMatch(
      /^\/apps\/product\/update\//,
    ),
  )
  const { body } = await app.call('owner', productApi.list, { query: { sort: 'title' } })
  expect(body.data.map((row: { title: string }) => row.title)).toEqual(['Jug', 'Tall vase'])
})

test('offers to copy images, and counts warnings that name their field and value', async () => {
  const id = await uploadCsv(
    'Handle,Title,Type,Variant Price,Variant Inventory Qty,Image Src\ncup,Cup,Mugs,5,-3,photo.jpg\n',
  )
  await renderApp(app, `/apps/import/${id}`)
  await screen.findByText(/There are 2 warnings below/)
  const tile = screen.getByRole('link', { name: 'Warnings' }).parentElement
  expect(tile?.textContent).toBe('Warnings2')
  const problems = within(screen.getByRole('table', { name: 'Problems' }))
  expect(problems.getByText('Quantity · -3 · Column Variant Inventory Qty')).toBeTruthy()
  const copyImages = screen.getByRole('checkbox', { name: /Copy images/ })
  expect((copyImages as HTMLInputElement).checked).toBe(true)
  expect(screen.getByRole('checkbox', { name: /Create categories/ })).toHaveProperty(
    'checked',
    true,
  )
  await userEvent.click(copyImages)
  await userEvent.click(screen.getByRole('button', { name: 'Import 1 product' }))
  await runImportJob(id, 'planned')
  expect((await app.call('owner', importApi.get, { params: { id } })).body.data).toMatchObject({
    copyImages: false,
    createCategories: true,
  })
})

test('counts errors beside warnings', async () => {
  const id = await uploadCsv(
    'Handle,Title,Variant Price,Variant Inventory Qty\ncup,Cup,5,-3\njar,,x,1\n',
  )
  await renderApp(app, `/apps/import/${id}`)
  const { counts } = (await app.call('owner', importApi.get, { params: { id } })).body.data
  expect([counts.error, counts.warn]).toEqual([1, 2])
  await screen.findByText(/There is 1 error below\. There are 2 warnings below\./)
})

test('lists new categories, and asks for the URL that completes image paths', async () => {
  const id = await uploadCsv(
    [
      'sku,attribute_set_code,product_type,categories,name,price,base_image',
      'CUP,Default,simple,"Default Category/Kitchen/Cups",Cup,8,/c/u/cup.jpg',
      'JAR,Default,simple,Default Category/Kitchen,Jar,9,/j/a/jar.jpg',
    ].join('\n'),
  )
  await renderApp(app, `/apps/import/${id}`)
  await screen.findByText(/creates 2 categories: Kitchen.*Kitchen › Cups/)
  screen.getByText(/There is 1 warning below/)
  await enterText(screen.getByLabelText('URL of your old store'), 'https://old.test/')
  await userEvent.click(screen.getByRole('checkbox', { name: /Copy images/ }))
  expect(screen.queryByLabelText('URL of your old store')).toBeNull()
  await userEvent.click(screen.getByRole('checkbox', { name: /Copy images/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Import 2 products' }))
  await runImportJob(id, 'planned')
  const urls = await app.inStore(
    tx => tx`select source_url from product_image where source_url like '%old.test%' order by 1`,
  )
  expect(urls.map(row => row['sourceUrl'])).toEqual([
    'https://old.test/media/catalog/product/c/u/cup.jpg',
    'https://old.test/media/catalog/product/j/a/jar.jpg',
  ])
  const { problems } = (await app.call('owner', importApi.get, { params: { id } })).body.data
  expect(problems.map(({ code }: { code: string }) => code)).not.toContain('image_url_incomplete')
})

test('imports customers and links to their list', async () => {
  const id = await uploadCsv('Name,Email,City\nAda,ada@example.com,London\n', 'customers')
  await renderApp(app, `/apps/import/${id}`)
  await screen.findByText(/^Customers from your spreadsheet/)
  const cityField = await screen.findByRole<HTMLSelectElement>('combobox', {
    name: 'Field for City',
  })
  expect(cityField.value).toBe('city')
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: 'Field for Email' }),
    'Don’t import',
  )
  screen.getByText('Choose the column with the emails or phone numbers of your customers.')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Field for Email' }), 'Email')
  await userEvent.click(screen.getByRole('button', { name: 'Check file' }))
  await runImportJob(id, 'matching')
  const preview = within(await screen.findByRole('table', { name: 'Customers' }))
  expect(preview.getByText('Ada')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Import 1 customer' }))
  await runImportJob(id, 'planned')
  const link = await screen.findByRole('link', { name: 'View customers' })
  expect(link.getAttribute('href')).toBe('/apps/customer/list')
})

test('says in the list and on the page that an import would change nothing', async () => {
  const body = { title: 'Bowl', slug: 'bowl', price: 800 }
  await app.call('owner', productApi.create, { body })
  const id = await uploadCsv('Handle,Title,Variant Price\nbowl,Bowl,8\n')
  const { router } = await renderApp(app, '/apps/import')
  const row = (await screen.findByText('1 unchanged')).closest('tr')
  expect(row?.textContent).toContain('No changes')
  await router.navigate(`/apps/import/${id}`)
  await screen.findByText('Everything is up to date')
  screen.getByText('No changes')
  expect(screen.queryByText('Ready to import')).toBeNull()
  const invalidId = await uploadCsv('Handle,Title,Variant Price\n,,8\n')
  await router.navigate(`/apps/import/${invalidId}`)
  await screen.findByText('Nothing would change')
})

test('shows stored problems in the language of the page, and older ones in English', async () => {
  const id = await uploadCsv('Handle,Title,Variant Price\nbad,Bad,ten\nworse,Worse,-5\n')
  await app.inStore(
    tx => tx`
      update import_problem set code = 'code_of_last_year', message = 'As it was said'
      where "row" = 3 and level = 'warn'`,
  )
  await renderApp(app, `/apps/import/${id}`)
  await screen.findByRole('table', { name: 'Problems' })
  await changeLanguage('de')
  const problems = within(await screen.findByRole('table', { name: 'Probleme' }))
  expect(await problems.findByText(/ten.*ist ungültig/)).toBeTruthy()
  expect(problems.getByText('As it was said')).toBeTruthy()
  const reason = /Ein neues Produkt braucht einen Preis/
  await waitFor(() =>
    expect(screen.getAllByText(reason), 'as a problem and a reason of each').toHaveLength(4),
  )
})

test('cancels an import without changes and resumes it later', async () => {
  const id = await uploadCsv('Handle,Title,Variant Price\nlater,Later,3\n')
  await renderApp(app, `/apps/import/${id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel import' }))
  // The notification appears before the page has the new state, with the same text.
  const resumeButton = await screen.findByRole('button', { name: 'Resume import' })
  expect(screen.getAllByText('Import canceled').length).toBeGreaterThan(0)
  expect(
    (await app.call('owner', productApi.list, { query: { q: 'Later' } })).body.meta.total,
  ).toBe(0)
  await userEvent.click(resumeButton)
  await runImportJob(id, 'cancelled')
  await screen.findByText('Import completed')
  expect((await app.call('owner', importApi.get, { params: { id } })).body.data.counts.create).toBe(
    1,
  )
})

test('hides the upload from staff who can only view imports', async () => {
  await app.inStore(
    tx => tx`
      update membership set abilities = '[{"action": "read", "subject": "import"}]'
      where person_id = ${app.people.nobody.personId}`,
  )
  await renderApp(app, '/apps/import', { user: 'nobody' })
  await screen.findByRole('heading', { level: 1, name: 'Imports' })
  expect(screen.queryByText('Import products')).toBeNull()
})

test('continues an upload after the user leaves the page and does not navigate when it ends', async () => {
  const uploadEnd = Promise.withResolvers<string>()
  // jsdom sends no files.
  const upload = vi
    .spyOn(transfer, 'uploadFile')
    .mockImplementation(async (_route, { onProgress }) => {
      onProgress?.(0.25)
      return { _id: await uploadEnd.promise } as never
    })
  const { router } = await renderApp(app, '/apps/import')
  const field = await waitFor(
    () =>
      document.querySelector<HTMLInputElement>('input[type=file]') ?? expect.fail('no file input'),
  )
  await userEvent.upload(field, new File(['Handle,Title'], 'spring.csv', { type: 'text/csv' }))
  await screen.findByText('Uploading spring.csv')
  await router.navigate('/apps/blogs')
  await userEvent.click(await screen.findByRole('button', { name: /1 in progress/ }))
  expect(
    (await screen.findByRole('progressbar', { name: 'Uploading spring.csv' })).getAttribute(
      'aria-valuenow',
    ),
  ).toBe('25')
  uploadEnd.resolve('any-import-id')
  await waitFor(() =>
    expect(screen.queryByRole('progressbar', { name: 'Uploading spring.csv' })).toBeNull(),
  )
  expect(router.state.location.pathname).toBe('/apps/blogs')
  upload.mockRestore()
})

test('every column of a file has a label', async () => {
  // Opening the page loads its texts.
  await renderApp(app, '/apps/import')
  await screen.findByRole('heading', { level: 1, name: 'Imports' })
  const columns = [
    ...productFields.map(({ key }) => key),
    ...Object.keys(orderHeaders),
    ...Object.keys(customerHeaders),
  ]
  expect(columns.filter(column => !findColumnLabel(column))).toEqual([])
})
