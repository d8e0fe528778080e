import fc from 'fast-check'
import { expect, test } from 'vitest'
import { detectCsv } from './detect-csv.ts'
import { readCsvRecords } from './read-csv.ts'

const commas = { delimiter: ',', columnCount: 2 } as const
const limits = { maxCells: 500, maxLength: 2000 }

async function readTable(text: string) {
  const { headerRow, ...layout } = detectCsv(text, limits)
  const parts = [text.slice(0, 1), text.slice(1)]
  const records = await Array.fromAsync(readCsvRecords(parts, { ...limits, ...layout }))
  return records.slice(headerRow)
}
const header = 'Handle,Title,Price'

test.each([
  ['q,"12" vinyl",10', ['q', '12" vinyl', '10']],
  ['q,"vinyl 12"",10', ['q', 'vinyl 12"', '10']],
  ['q,"Big" one,10', ['q', '"Big" one', '10']],
  ['q,"Big" one,10,,', ['q', '"Big" one', '10', '', '']],
  ['"q" x,b,10', ['"q" x', 'b', '10']],
  ['q,"12\\" vinyl",10', ['q', '12" vinyl', '10']],
  ['q,"say \\"hi\\"",10', ['q', 'say "hi"', '10']],
  ['q,"12\\"",10', ['q', '12"', '10']],
  ['q,"C:\\new\\",10', ['q', 'C:\\new\\', '10']],
  ['q,"a ""b"", c",10', ['q', 'a "b", c', '10']],
  ['q,"""b""",10', ['q', '"b"', '10']],
  ['q,"a "b""",10', ['q', 'a "b"', '10']],
  ['q,12" vinyl,10', ['q', '12" vinyl', '10']],
  ['q , "b" ,10', ['q', 'b', '10']],
  ['q,"a\nb, ""c""\n",10', ['q', 'a\nb, "c"\n', '10']],
])('reads the quotes of %j', async (line, cells) => {
  for (const after of ['', '\n', '\nr,"Other, thing",5\n', '\r\nr,"Mug 8"",5\n']) {
    const [record, ...others] = await readTable(`${header}\n${line}${after}`)
    expect(record).toEqual({ row: 2, cells })
    expect(others.map(each => [each.row, each.problem])).toEqual(
      after.trim() ? [[3, undefined]] : [],
    )
  }
})

test.each([
  ['q,"the "big", blue one",10', ['quote_misplaced', undefined]],
  ['q,"<p class="x">\na</p>",10', ['quote_misplaced', undefined, undefined]],
  ['q,"a\nb "c" d",10', ['quote_misplaced', undefined, undefined]],
])('names the row whose quotes are ambiguous: %j', async (line, problems) => {
  const records = await readTable(`${header}\n${line}\nr,b,1`)
  expect(records.map(({ problem }) => problem)).toEqual(problems)
  expect(records.at(-1)?.cells).toEqual(['r', 'b', '1'])
})

test.each([
  ['quote_not_closed', 'q,"b,10'],
  ['record_too_long', `q,"${'b,\n'.repeat(1000)}`],
  ['record_too_long', `q,${'b'.repeat(3000)}`],
  ['too_many_cells', 'q,'.repeat(501)],
])('ends at a record that makes the rest unreadable: %s', async (problem, line) => {
  const records = await readTable(`${header}\na,b,1\n${line}`)
  expect(records).toMatchObject([{ cells: ['a', 'b', '1'] }, { row: 3, problem }])
})

const oddText = fc
  .array(fc.constantFrom('"', '""', '\\"', ',', ';', '\t', '\n', '\r', '\r\n', ' ', 'a', 'é'), {
    maxLength: 60,
  })
  .map(parts => parts.join(''))

test('reads any text in the same way in any parts, and names each record once', async () => {
  await fc.assert(
    fc.asyncProperty(oddText, fc.nat(60), async (text, cut) => {
      const format = { ...limits, ...commas }
      const whole = await Array.fromAsync(readCsvRecords([text], format))
      const cuts = [text.slice(0, cut), text.slice(cut)]
      expect(await Array.fromAsync(readCsvRecords(cuts, format))).toEqual(whole)
      expect(await Array.fromAsync(readCsvRecords([...text], format))).toEqual(whole)
      expect(whole.map(({ row }) => row)).toEqual(whole.map((_, index) => index + 1))
    }),
    { numRuns: 500 },
  )
})

test('reads back every text that is written with doubled quotes', async () => {
  const cell = fc.string({ unit: fc.constantFrom('"', ',', '\n', ' ', 'a', '\\'), maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1 }), async rows => {
      const text = rows
        .map(row => row.map(each => `"${each.replaceAll('"', '""')}"`).join(','))
        .join('\n')
      const records = await Array.fromAsync(readCsvRecords([text], { ...limits, ...commas }))
      expect(records.map(({ cells }) => cells)).toEqual(rows)
    }),
    { numRuns: 500 },
  )
})
