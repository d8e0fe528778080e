import type { z } from 'zod'
import {
  CustomerPayload,
  OrderPayload,
  ProductPayload,
  ReturnPayload,
} from '#contract/developer/webhook-payload.ts'
import { toSnakeCase } from '../lib/db/db.ts'
import { hashText, readSqlFiles, type SqlFile } from '../lib/db/sql-file.ts'

/**
 * PostgreSQL accepts 100 arguments, two for each field. The functions add up to two fields
 * themselves.
 */
const maxFields = 48

/**
 * The variables of function files: arguments of `jsonb_build_object` with the fields of a payload
 * that are columns. The functions select the other parts of a payload themselves.
 */
const variables: Readonly<Record<string, string>> = {
  customer_fields: formatFields(CustomerPayload, 'c'),
  order_fields: formatFields(OrderPayload.omit({ customer: true, lines: true }), 'o'),
  order_line_fields: formatFields(
    OrderPayload.shape.lines.element.omit({ product: true, variant: true }),
    'l',
  ),
  return_fields: formatFields(
    ReturnPayload.omit({ lines: true, newOrders: true, order: true }),
    'r',
  ),
  return_line_fields: formatFields(
    ReturnPayload.shape.lines.element.omit({
      line: true,
      replacedQuantity: true,
      refundedQuantity: true,
    }),
    'l',
  ),
  product_fields: formatFields(ProductPayload.omit({ variants: true }), 'p'),
  variant_fields: formatFields(ProductPayload.shape.variants.element, 'v'),
}

/**
 * Returns `'createdAt', p.created_at, …` for the fields of a row. `_id` is the column `id`.
 * @throws Error if a call of `jsonb_build_object` cannot have so many fields
 */
export function formatFields({ shape }: z.ZodObject, alias: string): string {
  const keys = Object.keys(shape)
  if (keys.length > maxFields)
    throw new Error(
      `A webhook payload has ${keys.length} columns, but jsonb_build_object accepts ${maxFields}: ` +
        `${keys.join(', ')}. Join two objects with || in its SQL function.`,
    )
  return keys.map(key => `'${key}', ${alias}.${key === '_id' ? 'id' : toSnakeCase(key)}`).join(', ')
}

/**
 * Returns the function files of a folder with the value of each variable, which is written as in
 * psql, such as `:product_fields`. A payload thus has every field of its contract, and a changed
 * contract changes the hash of the file.
 */
export async function readFunctionFiles(folder: string): Promise<SqlFile[]> {
  const files = await readSqlFiles(folder)
  return files.map(file => {
    const text = file.text.replace(/(?<!:):(\w+_fields)\b/g, (_, name) => {
      const value = variables[name]
      if (value === undefined)
        throw new Error(`The function file ${file.name}.sql uses the unknown variable ${name}.`)
      return value
    })
    return { ...file, text, sha256: hashText(text) }
  })
}
