import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { importApi } from '#contract/import/import.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { uploadTestFile } from '../testing/test-import-upload.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
afterEach(cleanup)

const header = 'Handle,Title,Variant Price\n'
/** A shirt in Arabic, in Windows-1256. */
const shirt = Buffer.concat([
  Buffer.from(`${header}x,`),
  Buffer.from('deE3edd5', 'hex'),
  Buffer.from(',10\n'),
])

const readPreview = async () =>
  within(await screen.findByRole('list', { name: 'Text of your file' }))
    .getAllByRole('listitem')
    .map(item => item.textContent)

test('previews the text of a file in each encoding and reads it again in the chosen one', async () => {
  const id = await uploadTestFile(app, shirt)
  const params = { id }
  expect((await app.call('owner', importApi.get, { params })).body.data).toMatchObject({
    status: 'planned',
    encoding: 'windows-1256',
    isEncodingChosen: false,
    problems: [{ code: 'encoding', params: { encoding: 'windows-1256' } }],
  })
  await renderApp(app, `/apps/import/${id}`)
  expect(await readPreview()).toEqual(['x,قميص,10'])
  const select = screen.getByRole('combobox', { name: 'Encoding' })
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Read again' })
  expect(button.disabled).toBe(true)
  await userEvent.selectOptions(select, 'Cyrillic (Windows-1251)')
  expect(await readPreview()).toEqual(['x,ЮгнХ,10'])
  await userEvent.click(button)
  const getStatus = async () =>
    (await app.call('owner', importApi.get, { params })).body.data.status
  // The job exists once the server has received the choice.
  await expect.poll(getStatus).toBe('planning')
  await app.runJobs()
  await screen.findByText('ЮгнХ')
  expect((await app.call('owner', importApi.get, { params })).body.data).toMatchObject({
    encoding: 'windows-1251',
    isEncodingChosen: true,
    counts: { create: 1, warn: 0 },
  })

  await app.call('owner', importApi.start, { params, body: {} })
  await app.runJobs()
  const change = { params, body: { encoding: 'windows-1256' as const } }
  expect((await app.call('owner', importApi.changeEncoding, change)).body.code).toBe(
    'import_encoding_fixed',
  )
})

test('asks for no encoding if the file is in UTF-8', async () => {
  const id = await uploadTestFile(app, `${header}x,قميص,10\n`)
  await renderApp(app, `/apps/import/${id}`)
  await screen.findByRole('button', { name: 'Import 1 product' })
  expect(screen.queryByRole('combobox', { name: 'Encoding' })).toBeNull()
})
