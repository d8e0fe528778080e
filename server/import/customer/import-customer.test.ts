import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Customer, customerApi } from '#contract/customer/customer.ts'
import { type Import, type ImportItem, importApi } from '#contract/import/import.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../../testing/testing.ts'

let t: TestApp
let seller: Tester
beforeAll(async () => {
  t = await startTestApp()
})
let sellerCount = 0
beforeEach(async () => {
  sellerCount += 1
  seller = await makePerson(t.app, t.sql, `customers-${sellerCount}`)
})
afterAll(() => t.close())

const send = (csv: string, as: Tester = seller) => {
  const body = new FormData()
  body.append('kind', 'customers')
  body.append('file', new Blob([csv]), 'customers.csv')
  return t.call(as, importApi.create, { body })
}

const getImport = async (params: { id: string }): Promise<Import> =>
  (await t.call(seller, importApi.get, { params })).body.data

/** Imports a file. The columns of a spreadsheet get these fields, or else the guessed ones. */
async function runImport(
  csv: string,
  fields?: (string | null)[],
): Promise<{ result: Import; items: ImportItem[] }> {
  const params = { id: (await send(csv)).body.data._id }
  await t.runJobs()
  const { status, columns } = await getImport(params)
  if (status === 'matching') {
    const body = { columns: fields ?? columns.map(({ field }) => field) }
    expect((await t.call(seller, importApi.match, { params, body })).status).toBe(202)
    await t.runJobs()
  }
  await t.call(seller, importApi.start, { params })
  await t.runJobs()
  const result = await getImport(params)
  return { result, items: (await t.call(seller, importApi.listItems, { params })).body.data }
}

const findCustomer = async (q: string): Promise<Customer> =>
  (await t.call(seller, customerApi.list, { query: { q } })).body.data[0]

const shopifyCsv = [
  'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags',
  '\'877,Ada,Lovelace,Ada@Example.com,yes,Engines Ltd,1 Mill Lane,Flat 2,London,ENG,GB,N1 9GU,\'+442079460000,,no,10.00,2,Likes tea,no,"vip, regular"',
  "'878,Alan,Turing,,no,,,,,,,,,'+441908640404,no,0.00,0,,no,",
].join('\n')

test('keeps zeros of codes, and leaves out numbers that lost digits', async () => {
  const { result } = await runImport(
    [
      'Email,Name,Phone,Address,Postal code,City,Country',
      'zero@example.com,"O&#039;Brien",4.91511E+12,Main St 1,"=""01067""",Dresden,DE',
    ].join('\n'),
  )
  expect(result.problems).toMatchObject([{ row: 2, field: 'phone', code: 'digits_lost' }])
  expect(await findCustomer('zero@example.com')).toMatchObject({
    name: "O'Brien",
    phone: '',
    address: { postalCode: '01067' },
  })
})

test("imports Shopify's customers, and changes nothing the second time", async () => {
  const { result, items } = await runImport(shopifyCsv)
  expect(result).toMatchObject({
    kind: 'customers',
    format: 'shopify',
    status: 'done',
    counts: { create: 2, update: 0, skip: 0, error: 0, warn: 0 },
  })
  expect(items.map(item => [item.name, item.title])).toEqual([
    ['ada@example.com', 'Ada Lovelace'],
    ['+441908640404', 'Alan Turing'],
  ])
  expect(await findCustomer('ada@example.com')).toMatchObject({
    name: 'Ada Lovelace',
    phone: '+442079460000',
    acceptsMarketing: true,
    note: 'Likes tea',
    tags: ['vip', 'regular'],
    address: {
      line1: '1 Mill Lane',
      line2: 'Flat 2, Engines Ltd',
      city: 'London',
      region: 'ENG',
      postalCode: 'N1 9GU',
      country: 'GB',
    },
  })
  const before = await t.changes()
  expect((await runImport(shopifyCsv)).result.counts).toMatchObject({ create: 0, unchanged: 2 })
  expect(await t.changes()).toBe(before)
})

test('updates only the given fields of a customer, found by email or phone', async () => {
  await runImport(shopifyCsv)
  const { result, items } = await runImport(
    [
      'Name,E-Mail,Telefon,Ort,Land',
      'Ada King,ADA@example.com,,,',
      ',,+441908640404,Bletchley,Großbritannien',
    ].join('\n'),
  )
  expect(result).toMatchObject({ format: 'spreadsheet', counts: { create: 0, update: 2 } })
  expect(items[0]?.changes).toEqual([{ field: 'name', from: 'Ada Lovelace', to: 'Ada King' }])
  expect(await findCustomer('ada@example.com')).toMatchObject({
    name: 'Ada King',
    note: 'Likes tea',
    address: { city: 'London' },
  })
  expect(await findCustomer('Turing')).toMatchObject({
    address: { city: 'Bletchley', country: 'GB' },
  })
})

test.each([
  [
    'the report of WooCommerce',
    'Name,Username,Last Active,Sign Up,Email,Orders,Total Spend,AOV,Country / Region,City,Region,Postal Code\nGrace Hopper,grace,,,grace@example.com,1,5,5,US,Arlington,VA,22201',
  ],
  [
    'the export of a plugin',
    'ID,user_login,user_email,first_name,last_name,billing_first_name,billing_last_name,billing_address_1,billing_city,billing_state,billing_postcode,billing_country,billing_phone\n1,grace,grace@example.com,,,Grace,Hopper,,Arlington,VA,22201,US,',
  ],
])('imports %s', async (_, csv) => {
  const { result } = await runImport(csv)
  expect(result).toMatchObject({ format: 'woocommerce', counts: { error: 0, skip: 0 } })
  expect(await findCustomer('grace@example.com')).toMatchObject({
    name: 'Grace Hopper',
    address: { city: 'Arlington', region: 'VA', postalCode: '22201', country: 'US' },
  })
})

test('imports a list with unusual headers after its columns are matched', async () => {
  const csv = 'Wer,Erreichbar,Wo,Sprache,Haus\nLise Meitner,lise@example.com,Wien,de,Institut\n'
  const fields = ['name', 'email', 'city', null, 'company']
  const { result } = await runImport(csv, fields)
  expect(result).toMatchObject({
    format: 'spreadsheet',
    counts: { create: 1, error: 0, warn: 0 },
    columns: fields.map(field => ({ field })),
  })
  expect(await findCustomer('lise@example.com')).toMatchObject({
    name: 'Lise Meitner',
    address: { city: 'Wien', line2: 'Institut' },
  })
  const next = (await send(csv.replaceAll('Lise', 'Elise'))).body.data._id
  await t.runJobs()
  expect(await getImport({ id: next })).toMatchObject({ status: 'planned', counts: { update: 1 } })
})

test('recognizes the usual German words for an address and a note', async () => {
  const csv =
    'Kunde;E-Mail;Anschrift;PLZ;Ort;Bemerkung\nLise Meitner;lise@example.com;Weg 1;1010;Wien;Neu\n'
  const params = { id: (await send(csv)).body.data._id }
  await t.runJobs()
  expect(await getImport(params)).toMatchObject({
    columns: ['name', 'email', 'line1', 'postalCode', 'city', 'note'].map(field => ({ field })),
  })
})

test('a list of customers needs a column for emails or phone numbers', async () => {
  const params = { id: (await send('Color,Size\nred,L')).body.data._id }
  await t.runJobs()
  expect(await getImport(params)).toMatchObject({ status: 'matching' })
  const match = async (columns: unknown[]) =>
    (await t.call(seller, importApi.match, { params, body: { columns } })).body.errors[0].code
  expect(await match(['name', null])).toBe('import_contact_unmatched')
  expect(await match(['email', 'price'])).toBe('invalid_value')
  expect(await match(['tags', 'tags'])).toBe('import_field_repeated')
})

test('skips customers that cannot be found again, and names the field of each problem', async () => {
  const { result } = await runImport(
    [
      'Full name,Email,Country',
      'Nobody,,US',
      'Twin,twin@example.com,Atlantis',
      'Twin,TWIN@example.com,US',
      'Typo,not an email,US',
    ].join('\n'),
  )
  expect(result.counts).toMatchObject({ create: 1, skip: 3, error: 3, warn: 2 })
  expect(result.problems.map(({ row, code, field, value }) => [row, code, field, value])).toEqual([
    [2, 'customer_contact_missing', 'email', ''],
    [3, 'country_unknown', 'country', 'Atlantis'],
    [4, 'duplicate_customer_row', 'email', ''],
    [5, 'email', 'email', 'not an email'],
    [5, 'customer_contact_missing', 'email', ''],
  ])
})

test('a phone number of several customers finds the one without an email, or skips the row', async () => {
  const phone = '+4930123456'
  const csv = `Name,Phone\nFamily,${phone}`
  const create = (name: string, email = '') =>
    t.call(seller, customerApi.create, { body: { name, email, phone } })
  await create('Mother', 'mother@example.com')
  await create('Father', 'father@example.com')
  const skipped = await runImport(csv)
  expect(skipped.result.counts).toMatchObject({ create: 0, skip: 1, warn: 1, error: 0 })
  expect(skipped.result.problems).toMatchObject([
    { code: 'phone_of_several_customers', field: 'phone', level: 'warn' },
  ])
  await create('Child')
  const updated = await runImport(csv)
  expect(updated.result.counts).toMatchObject({ create: 0, update: 1, skip: 0 })
  expect(updated.items[0]?.changes).toEqual([{ field: 'name', from: 'Child', to: 'Family' }])
  await create('Grandchild')
  expect((await runImport(csv)).result.counts).toMatchObject({ create: 0, skip: 1 })
})

test('rows with the same phone number become separate customers, in every import', async () => {
  const phone = '+4940123456'
  await t.call(seller, customerApi.create, { body: { name: 'Counter', phone } })
  const csv = `Name,Email,Phone\nAnn,ann@family.example,${phone}\nBob,bob@family.example,${phone}\nKid,,${phone}`
  const { result, items } = await runImport(csv)
  expect(result.counts).toMatchObject({ create: 2, update: 1, skip: 0, error: 0 })
  expect(new Set(items.map(({ target }) => target)).size).toBe(3)
  expect(await findCustomer('bob@family.example')).toMatchObject({ name: 'Bob' })
  expect((await runImport(csv)).result.counts).toMatchObject({ create: 0, update: 0, unchanged: 3 })
})

test('leaves out emails that no form accepts', async () => {
  const { result } = await runImport('Name,Email,Phone\nJo,jo@müller,+49301\nX,a b@x.com,')
  expect(result.counts).toMatchObject({ create: 1, skip: 1, warn: 2, error: 1 })
  expect(await findCustomer('+49301')).toMatchObject({ name: 'Jo', email: '' })
})

test('rejects files without contacts', async () => {
  expect((await send('First Name,Accepts Email Marketing\nAda,yes')).body.errors).toMatchObject([
    { code: 'import_customer_columns_missing' },
  ])
  expect((await send('Handle,Title,Variant Price\na,A,1')).body.errors).toMatchObject([
    { code: 'import_is_product_file' },
  ])
})

test('the sample file is imported without problems', async () => {
  const sample = await t.call(seller, importApi.downloadSample, { query: { kind: 'customers' } })
  const { result } = await runImport(String(sample.body))
  expect(result).toMatchObject({ counts: { create: 1, error: 0, warn: 0 } })
  expect(result.columns.filter(column => column.field === null)).toEqual([])
  expect(await findCustomer('ann@example.com')).toMatchObject({
    name: 'Ann Example',
    phone: '+1 555 0100',
    acceptsMarketing: true,
  })
})
