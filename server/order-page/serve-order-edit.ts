import type { FastifyRequest } from 'fastify'
import { Id } from '#contract/lib/schemas.ts'
import {
  emptyFormState,
  type StorefrontFormState,
  storefrontForms,
} from '#contract/storefront/storefront-form.ts'
import type { StorefrontOrder } from '#contract/storefront/storefront-order.ts'
import type { OrderEditFields } from '#contract/storefront/storefront-order-edit.ts'
import { assertFound } from '../lib/call/problem.ts'
import { applyShopperEdit, previewShopperEdit } from '../order/edit/edit-order.ts'
import { loadOrderEdit } from '../order/edit/load-order-edit.ts'
import { type CachedPage, missingPage } from '../storefront/cache/page-cache.ts'
import { serveForm } from '../storefront/form/serve-form.ts'
import { renderStorePage, type Storefront } from '../storefront/page/serve-page.ts'
import { withShopperOrder } from './change-order.ts'
import { findOrderLink, getConfirmationPath, sendOrderPage } from './render-order.ts'

const { orderEdit } = storefrontForms

/** Serves the form with which a shopper edits an order for some time: entries, preview, confirmation. */
export function serveOrderEdit(storefront: Storefront) {
  const { app, server } = storefront
  server.get(orderEdit.path, async (request, reply) =>
    sendOrderPage(storefront, request, reply, await renderEdit(storefront, request)),
  )
  serveForm(storefront, orderEdit, {
    async handle({ fields, values, host: { storeId }, request, reply }) {
      const { id, path } = assertFound(await findOrderLink(storefront, request), 'order_not_found')
      const order = { storeId, id, requestId: request.id }
      if (fields.intent === 'apply') {
        await withShopperOrder(app, order, tx => applyShopperEdit({ tx, storeId, id }, fields))
        return getConfirmationPath(path, 'changed')
      }
      const preview =
        fields.intent === 'preview'
          ? await withShopperOrder(app, order, tx =>
              previewShopperEdit({ tx, storeId, id }, fields),
            )
          : undefined
      reply.headers({ 'x-robots-tag': 'noindex', 'referrer-policy': 'same-origin' })
      return renderEdit(storefront, request, { form: { values, errors: {} }, fields, preview })
    },
    render: ({ request, state, status }) =>
      renderEdit(storefront, request, {
        // The values are those of an order that has changed since.
        form: state.error?.code === 'version_conflict' ? { ...state, values: {} } : state,
        fields: { offered: listOffered(state.values), search: state.values['search'] ?? '' },
        status,
      }),
  })
}

type EditState = {
  form?: StorefrontFormState
  fields?: Partial<Pick<OrderEditFields, 'search' | 'offered' | 'key'>>
  preview?: StorefrontOrder | undefined
  status?: number
}

async function renderEdit(
  storefront: Storefront,
  request: FastifyRequest,
  { form = emptyFormState, fields = {}, preview, status = 200 }: EditState = {},
): Promise<CachedPage> {
  const { storefrontHost: host } = request
  const link = await findOrderLink(storefront, request)
  if (!link) return missingPage
  const order = { storeId: host.storeId, id: link.id, requestId: request.id }
  const edit = await withShopperOrder(storefront.app, order, tx =>
    loadOrderEdit(tx, link.id, fields),
  )
  if (!edit) return missingPage
  return renderStorePage(storefront, host, () => ({
    content: {
      kind: 'orderEdit',
      edit: { ...edit, preview: preview ?? null },
      path: link.path,
      form,
    },
    head: { title: '', description: '', canonicalPath: '' },
    status,
  }))
}

const listOffered = (values: Record<string, string>): string[] =>
  Object.keys(values)
    .flatMap(name => (name.startsWith('add-') ? [name.slice('add-'.length)] : []))
    .filter(id => Id.safeParse(id).success)
    .slice(0, 100)
