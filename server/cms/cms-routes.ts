import { cmsApi } from '#contract/cms/cms.ts'
import { pageVersionApi } from '#contract/cms/text-version.ts'
import { pageSlugApi } from '#contract/store/free-slug.ts'
import type { CredentialGuard } from '../account/rule/credential-guard.ts'
import { type App, serve, serveWithoutTransaction } from '../lib/call/serve.ts'
import { findFreeSlug } from '../lib/db/find-free-slug.ts'
import { getCms, updateCms } from './cms-store.ts'
import {
  createPage,
  deletePage,
  getPage,
  listContentPages,
  listPageVersions,
  restorePageVersion,
  updatePage,
} from './page-store.ts'

export function cmsRoutes(
  app: App,
  { requireReauthentication, notifyAboutCredential }: CredentialGuard,
) {
  serve(app, cmsApi.get, ({ tx }) => getCms(tx))
  serveWithoutTransaction(app, cmsApi.update, async call => {
    const { principal, inTx } = call
    const { password: _password, otp: _otp, ...edit } = call.body
    const email = edit.contact?.email
    const current = email === undefined ? undefined : await inTx(getCms)
    // Messages of shoppers and emails about new orders are sent to it.
    const isEmailChanged = current !== undefined && email !== current.contact.email
    if (isEmailChanged) await requireReauthentication(call)
    return inTx(async tx => {
      const cms = await updateCms(tx, edit)
      if (isEmailChanged)
        await notifyAboutCredential(tx, principal, {
          kind: 'store_email_changed',
          email: cms.contact.email,
        })
      return cms
    })
  })
  serve(app, cmsApi.listPages, ({ tx, query, principal }) =>
    listContentPages(tx, query, principal.storeId),
  )
  serve(app, pageSlugApi.getFreeSlug, async ({ tx, query }) => ({
    slug: await findFreeSlug(tx, 'page', query.name),
  }))
  serve(app, cmsApi.getPage, ({ tx, params }) => getPage(tx, params.slug))
  serve(app, cmsApi.createPage, ({ tx, body }) => createPage(tx, body))
  serve(app, cmsApi.updatePage, ({ tx, params, body }) => updatePage(tx, params.id, body))
  serve(app, cmsApi.deletePage, async ({ tx, params }) => {
    await deletePage(tx, params.id)
  })
  serve(app, pageVersionApi.listVersions, ({ tx, params }) => listPageVersions(tx, params.id))
  serve(app, pageVersionApi.restoreVersion, ({ tx, params, body }) =>
    restorePageVersion(tx, params.id, body),
  )
}
