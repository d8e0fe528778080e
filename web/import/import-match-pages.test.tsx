import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { importApi } from '#contract/import/import.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { changeLanguage } from '../lib/preference/i18n.ts'
import { uploadTestFile } from '../testing/test-import-upload.ts'
import { renderApp } from '../testing/testing.tsx'

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

const findSelect = async (column: string) =>
  (await screen.findByRole('combobox', { name: `Field for ${column}` })) as HTMLSelectElement

test('matches the columns of a spreadsheet, checks the file and changes the columns again', async () => {
  const id = await uploadTestFile(app, 'Tasse;Preis;Notiz\nBecher;12,50;Küche\nKanne;30;Neu\n')
  await renderApp(app, `/apps/import/${id}`)
  await screen.findByText('Match your columns')
  expect((await findSelect('Preis')).value).toBe('price')
  expect((await findSelect('Tasse')).value).toBe('title')
  const samples = screen.getByRole('list', { name: 'First rows of Notiz' })
  expect(
    within(samples)
      .getAllByRole('listitem')
      .map(item => item.textContent),
  ).toEqual(['Küche', 'Neu'])
  expect(screen.queryByRole('heading', { name: 'Problems' })).toBeNull()
  screen.getByText(/^No column of the file contains: .*SKU, Description/)

  // A field belongs to one column: choosing it for another takes it from the first.
  await userEvent.selectOptions(await findSelect('Notiz'), 'Title')
  expect((await findSelect('Tasse')).value).toBe('')
  await userEvent.selectOptions(await findSelect('Notiz'), 'Don’t import')
  expect(screen.getByText(/Choose the column with the titles/)).toBeTruthy()
  const saveButton = screen.getByRole<HTMLButtonElement>('button', { name: 'Check file' })
  expect(saveButton.disabled).toBe(true)
  await userEvent.selectOptions(await findSelect('Tasse'), 'Title')
  await userEvent.selectOptions(await findSelect('Preis'), 'Don’t import')
  expect(screen.getByText(/only existing products are updated/)).toBeTruthy()
  await userEvent.selectOptions(await findSelect('Preis'), 'Price')
  await userEvent.selectOptions(await findSelect('Notiz'), 'Tags')
  saveButton.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(async () =>
    expect((await app.call('owner', importApi.get, { params: { id } })).body.data.status).toBe(
      'planning',
    ),
  )
  await app.runJobs()
  await screen.findByRole('button', { name: 'Import 2 products' })
  screen.getByText('New products are imported as drafts, because the file has no status.')
  screen.getByText(/^No column of the file contains: .*SKU, Description/)

  await userEvent.click(screen.getByRole('button', { name: 'Change columns' }))
  expect((await findSelect('Notiz')).value).toBe('tags')
  await userEvent.click(screen.getByRole('button', { name: 'Keep columns' }))
  expect(screen.queryByRole('combobox', { name: 'Field for Notiz' })).toBeNull()
})

test('shows the step in the language of the page', async () => {
  const id = await uploadTestFile(app, 'Titre;Prix;Poids\nBol;8;0,3\n')
  await renderApp(app, `/apps/import/${id}`)
  await screen.findByText('Match your columns')
  await changeLanguage('fr')
  const select = await screen.findByRole('combobox', { name: 'Champ pour Poids' })
  expect(
    within(select).getByRole<HTMLOptionElement>('option', { name: 'Poids (kg)' }).selected,
  ).toBe(true)
})
