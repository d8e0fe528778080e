import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importApi } from '#contract/import/import.ts'
import { createWorkbook, formatTextCell } from '../../testing/subject/workbook-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

function upload(bytes: Uint8Array<ArrayBuffer>) {
  const body = new FormData()
  body.append('kind', 'products')
  body.append('file', new Blob([bytes]), 'products.xlsx')
  return t.call('owner', importApi.create, { body })
}

test.each([
  ['import_one_column', `<row r="1">${formatTextCell('A1', 'Notes')}</row>`],
  ['import_workbook_damaged', '<row r="1"></c></row>'],
])('reads a workbook in the job of its import: %s', async (code, rows) => {
  const { status, body } = await upload(createWorkbook(rows))
  expect(status).toBe(202)
  await t.runJobs()
  const params = { id: body.data._id }
  expect((await t.call('owner', importApi.get, { params })).body.data).toMatchObject({
    status: 'failed',
    code,
  })
})

test.each([
  ['import_zip', zipSync({ 'readme.txt': strToU8('hello') })],
  ['import_workbook_damaged', createWorkbook('').slice(0, 500)],
])('rejects the upload of an archive: %s', async (code, bytes) => {
  const { status, body } = await upload(bytes)
  expect([status, body.errors[0].code]).toEqual([422, code])
})

test('reads only the first bytes of a CSV file during the upload', async () => {
  const csv = `${'\n'.repeat(100_000)}Handle,Title,Variant Price\nlamp,Lamp,10.00\n`
  const { status, body } = await upload(new TextEncoder().encode(csv))
  expect([status, body.errors[0].code]).toEqual([422, 'import_no_rows'])
})
