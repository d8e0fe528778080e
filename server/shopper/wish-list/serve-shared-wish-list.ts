import { z } from 'zod'
import { Id } from '#contract/lib/schemas.ts'
import { emptyFormState } from '#contract/storefront/storefront-form.ts'
import { isSameToken } from '../../lib/security/is-same-token.ts'
import {
  renderStorePage,
  type Storefront,
  sendNotFound,
  sendPrivatePage,
} from '../../storefront/page/serve-page.ts'
import { createStoreScope } from '../store-scope.ts'
import { listWishItems, loadWishes } from './load-wishes.ts'
import { createSharedListToken } from './shared-list-token.ts'
import { findSharedWishList } from './wish-list-store.ts'

const LinkParams = z.object({ id: Id, token: z.string().max(100) })

/** Serves the list of another shopper by its link, which shows no email and only the name that was entered. */
export function serveSharedWishList(storefront: Storefront) {
  const { app, server } = storefront
  const withStore = createStoreScope(app)
  server.get('/wish-list/:id/:token', async (request, reply) => {
    const host = request.storefrontHost
    const { data: link } = LinkParams.safeParse(request.params)
    if (!link) return sendNotFound(storefront, request, reply)
    const list = await withStore(request, async tx => {
      const sharedList = await findSharedWishList(tx, link.id)
      if (!sharedList) return undefined
      const { shareName } = sharedList
      const isValid = isSameToken(createSharedListToken(app, host.storeId, sharedList), link.token)
      return isValid ? { shareName, items: await listWishItems(tx, link.id, '') } : undefined
    })
    const page = await renderStorePage(storefront, host, async ({ tx }) => ({
      content: {
        kind: 'wishList',
        list: {
          // A wrong link looks like one whose sharing has ended, so that it reveals nothing.
          view: list ? 'shared' : 'ended',
          email: '',
          shareName: list?.shareName ?? '',
          shareUrl: null,
          isSent: false,
        },
        wishes: list ? await loadWishes(tx, list.items) : [],
        form: emptyFormState,
      },
      head: { title: '', description: '', canonicalPath: '' },
      status: list ? 200 : 404,
    }))
    reply.headers({ 'x-robots-tag': 'noindex', 'referrer-policy': 'same-origin' })
    return sendPrivatePage(request, reply, page)
  })
}
