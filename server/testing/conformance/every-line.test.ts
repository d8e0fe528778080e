import { expect, test } from 'vitest'
import { z } from 'zod'
import { allApis } from '#contract/all.ts'
import { textCleaners } from '#contract/lib/text/clean-text.ts'
import { storefrontRoutes } from '#contract/storefront/storefront.ts'
import { storefrontForms } from '#contract/storefront/storefront-form.ts'

type Text = { path: string; schema: z.ZodString }

/** Texts that are stored, compared or parsed exactly as they are. */
const exactTexts = [
  // Any character is part of an account's password.
  /^(?!storePassword\.)\w+\.\w+\.(currentPassword|password)$/,
  // Browsers make the messages of passkeys.
  /\.credential\./,
  // The CSV reader cleans each cell.
  /^redirect\.import\.csv$/,
  // A month such as 2026-11 has a pattern.
  /^invoice\.export\w+\.month$/,
  // A path in another spelling leads to the canonical path.
  /^page \w+ params\.slug$/,
]

const isCleaned = ({ schema }: Text) =>
  (schema._zod.def.checks ?? []).some(
    check => check instanceof z.core.$ZodCheckOverwrite && textCleaners.has(check._zod.def.tx),
  )

/** Returns the schemas directly within a schema, with the part of the path that leads to each. */
function listChildren(schema: z.core.$ZodType): [string, z.core.$ZodType][] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).map(([key, field]) => [`.${key}`, field])
  if (schema instanceof z.ZodRecord)
    return [
      ['.key', schema.keyType],
      ['.value', schema.valueType],
    ]
  if (schema instanceof z.ZodArray) return [['[]', schema.element]]
  if (schema instanceof z.ZodTuple) return schema.def.items.map(item => ['[]', item])
  if (schema instanceof z.ZodUnion) return schema.options.map(option => ['', option])
  if (schema instanceof z.ZodPipe)
    return [
      ['', schema.in],
      ['', schema.out],
    ]
  const { def } = schema._zod
  return 'innerType' in def && def.innerType instanceof z.ZodType ? [['', def.innerType]] : []
}

function listTexts(schema: z.core.$ZodType, path: string): Text[] {
  if (schema instanceof z.ZodString) return [{ path, schema }]
  return listChildren(schema).flatMap(([key, child]) => listTexts(child, path + key))
}

const inputs: [string, z.ZodType][] = [
  ...allApis
    .flatMap(api => Object.values(api))
    .flatMap(({ feature, name, query, body }): [string, z.ZodType][] => [
      [`${feature}.${name}`, query],
      [`${feature}.${name}`, body],
    ]),
  ...Object.values(storefrontRoutes).flatMap(({ name, params, query }): [string, z.ZodType][] => [
    [`page ${name} params`, params],
    [`page ${name} query`, query],
  ]),
  ...Object.values(storefrontForms).map(({ name, fields }): [string, z.ZodType] => [
    `form ${name}`,
    fields,
  ]),
]
const texts = inputs.flatMap(([path, schema]) => listTexts(schema, path))

test('every text of a request is cleaned, unless it is exact', () => {
  expect(texts.length).toBeGreaterThan(300)
  const paths = texts.filter(text => !isCleaned(text)).map(({ path }) => path)
  const isExact = (path: string) => exactTexts.some(pattern => pattern.test(path))
  expect([...new Set(paths.filter(path => !isExact(path)))]).toEqual([])
  // An exemption without a text is outdated.
  expect(exactTexts.filter(pattern => !paths.some(path => pattern.test(path)))).toEqual([])
})
