import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Language } from '#contract/lib/text/languages.ts'
import { emptyFormState, storefrontForms } from '#contract/storefront/storefront-form.ts'
import { addLanguage } from '#contract/storefront/storefront-language.ts'
import type { WishListFields } from '#contract/storefront/storefront-wish-list.ts'
import { type Tx, withStoreTransaction } from '../../lib/db/db.ts'
import { consumeRateLimit } from '../../lib/security/rate-limit.ts'
import { type RejectedForm, serveForm } from '../../storefront/form/serve-form.ts'
import { setLinkEmailCookie } from '../../storefront/form/shopper-session.ts'
import { readWishes, setWishes, setWishListToken } from '../../storefront/form/wish-list-cookie.ts'
import {
  renderStorePage,
  type Storefront,
  sendPrivatePage,
} from '../../storefront/page/serve-page.ts'
import { enqueueAccountLink } from '../account-link-job.ts'
import { createStoreScope } from '../store-scope.ts'
import { listWishItems, loadWishes } from './load-wishes.ts'
import { serveSharedWishList } from './serve-shared-wish-list.ts'
import { getSharedListPath } from './shared-list-token.ts'
import { changeShopperAlerts } from './shopper-alerts.ts'
import {
  addWish,
  findWishList,
  findWishListOwner,
  lockOrCreateWishList,
  lockWishList,
  readWishEnds,
  removeWish,
  shareWishList,
  stopWishListShare,
  type WishListOwner,
} from './wish-list-store.ts'

const { path } = storefrontForms.wishList
const WishListQuery = z.object({ sent: z.literal('1').optional().catch(undefined) })

/**
 * Serves the wish list of a shopper. Without an account, a random token in a cookie opens it; only the
 * first product sets the cookie.
 */
export function serveWishList(storefront: Storefront) {
  const { app, server } = storefront
  const withStore = createStoreScope(app)
  server.get(path, async (request, reply) => {
    const host = request.storefrontHost
    const { page, ends } = await renderWishList(storefront, {
      host,
      request,
      state: emptyFormState,
      status: 200,
    })
    if (ends !== readWishes(request)) setWishes(reply, ends)
    return sendPrivatePage(request, reply.header('x-robots-tag', 'noindex'), page)
  })
  serveForm(storefront, storefrontForms.wishList, {
    async handle({ fields, host, request, reply }) {
      if (fields.intent === 'sendLink') return sendLink(storefront, { ...fields, request, reply })
      const { language } = host
      return withStore(request, tx => changeList(tx, { fields, language, request, reply }))
    },
    render: async rejected => (await renderWishList(storefront, rejected)).page,
  })
  serveSharedWishList(storefront)
}

type ListChange = {
  fields: Exclude<WishListFields, { intent: 'sendLink' }>
  language: Language
  request: FastifyRequest
  reply: FastifyReply
}

/** Returns the path of the page that follows. A list that no longer exists stays as it is. */
async function changeList(tx: Tx, { fields, language, request, reply }: ListChange) {
  const owner = await findWishListOwner(tx, request)
  if (fields.intent === 'add') {
    const list = await lockOrCreateWishList(tx, owner)
    await addWish(tx, list.id, fields)
    await setListCookies(tx, reply, list)
    return path
  }
  const id = owner && (await lockWishList(tx, owner))
  if (!owner || id === undefined) return path
  switch (fields.intent) {
    case 'remove':
      await removeWish(tx, id, fields.product)
      await setListCookies(tx, reply, { id, owner })
      return path
    case 'share':
      await shareWishList(tx, id, fields.name)
      return `${path}#share`
    case 'stopShare':
      await stopWishListShare(tx, id)
      return `${path}#share`
    case 'alert':
      if ('email' in owner) {
        const { product, wanted } = fields
        const shopper = { email: owner.email, language, source: path }
        await changeShopperAlerts(tx, { listId: id, product, wanted }, shopper)
      }
      return `${path}#wish-${fields.product}`
  }
}

type LinkRequest = {
  email: string
  website?: string | undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** Sends a link that signs the shopper in and copies the list into the account. */
async function sendLink({ app }: Storefront, { email, website, request, reply }: LinkRequest) {
  const { storeId, language } = request.storefrontHost
  // Bots that fill in every field get the same response.
  if (!website) {
    const target = `${storeId} ${email}`
    await consumeRateLimit(app, 'shopperLink', { source: request.ip, target })
    // Unlike the login, this emails addresses that the store does not know.
    await consumeRateLimit(app, 'subscription', { source: request.ip, target: storeId })
    await consumeRateLimit(app, 'productAlertMail', { target: email })
    await createStoreScope(app)(request, async tx => {
      const owner = await findWishListOwner(tx, request)
      const wishListId = owner && (await lockWishList(tx, owner))
      if (wishListId === undefined) return
      await enqueueAccountLink(tx, { storeId, email, language, wishListId })
    })
    setLinkEmailCookie(reply, email)
  }
  return `${path}?sent=1#keep`
}

type OpenList = { id: string; owner: WishListOwner }

async function setListCookies(tx: Tx, reply: FastifyReply, { id, owner }: OpenList) {
  if ('token' in owner) setWishListToken(reply, owner.token)
  setWishes(reply, await readWishEnds(tx, id))
}

async function renderWishList(
  storefront: Storefront,
  { host, request, state, status }: RejectedForm,
) {
  const { app } = storefront
  const { storeId, language, languages } = host
  const content = await withStoreTransaction(app.db, storeId, async tx => {
    const owner = await findWishListOwner(tx, request)
    const email = owner && 'email' in owner ? owner.email : ''
    const list = owner && (await findWishList(tx, owner))
    if (!list) return { email, items: [], ends: '' }
    return {
      email,
      list,
      items: await listWishItems(tx, list.id, email),
      ends: await readWishEnds(tx, list.id),
    }
  })
  const { list, email, items, ends } = content
  const page = await renderStorePage(storefront, host, async ({ tx, frame }) => {
    const sharedPath = list && getSharedListPath(app, storeId, list)
    return {
      content: {
        kind: 'wishList',
        list: {
          view: 'own',
          email,
          shareName: list?.shareName ?? '',
          shareUrl: sharedPath
            ? frame.store.url + addLanguage(sharedPath, language, languages)
            : null,
          isSent: WishListQuery.parse(request.query).sent === '1',
        },
        wishes: await loadWishes(tx, items),
        form: state,
      },
      head: { title: '', description: '', canonicalPath: path },
      status,
    }
  })
  return { page, ends }
}
