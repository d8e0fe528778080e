import type { Order } from '#contract/order/order.ts'
import { orderApi } from '#contract/order/order.ts'
import { visit } from './subject/storefront-testing.ts'
import { Shopper } from './subject/test-shopper.ts'
import type { TestApp } from './testing.ts'

type Fields = Record<string, string>

/** Reads the fields of the form with which a shopper edits an order, as a browser would send them. */
function readFields(html: string): Fields {
  const form = /<form action="[^"]*\/edit"[^>]*>.*?<\/form>/s.exec(html)?.[0] ?? ''
  const inputs = [...form.matchAll(/<input[^>]*>/g)].flatMap(([input]) => {
    const read = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1]
    const name = read('name')
    return name && read('type') !== 'checkbox' ? [[name, read('value') ?? '']] : []
  })
  const selects = [...form.matchAll(/<select[^>]* name="([^"]*)"[^>]*>(.*?)<\/select>/gs)].map(
    ([, name = '', options = '']) => [name, /value="([^"]*)" selected/.exec(options)?.[1] ?? ''],
  )
  return Object.fromEntries([...inputs, ...selects])
}

/** A shopper who edits orders with the form of the order page, without JavaScript. */
export function createEditTester(t: TestApp) {
  const getOrder = async (id: string): Promise<Order> =>
    (await t.call('owner', orderApi.get, { params: { id } })).body.data
  const openEdit = async (path: string) => readFields((await visit(t, `${path}/edit`)).body)
  const send = (path: string, fields: Fields) =>
    new Shopper(t).send(fields, { url: `${path}/edit` })
  /** Sends the entries of the open form with changes. Undefined removes a field. */
  const submit = async (
    path: string,
    intent: string,
    changes: Record<string, string | undefined>,
  ) => {
    const fields = { ...(await openEdit(path)), ...changes, intent }
    return send(path, toFields(fields))
  }
  const toFields = (fields: Record<string, string | undefined>): Fields =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    )
  return { getOrder, openEdit, send, submit }
}
