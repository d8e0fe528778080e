import { contactPageSlug, storefrontForms } from '#contract/storefront/storefront-form.ts'
import { assertFound } from '../../lib/call/problem.ts'
import { notFound } from '../host/storefront-content.ts'
import { loadContentPage } from '../page/load-content.ts'
import { readStore } from '../page/read-store.ts'
import { renderStorePage, type Storefront } from '../page/serve-page.ts'
import { serveForm } from './serve-form.ts'

/** Serves the contact form. A message reaches the store as a notification and an email. */
export function serveContactForm(storefront: Storefront) {
  const { app } = storefront
  serveForm(storefront, storefrontForms.contact, {
    async handle({ fields: { name, email, orderNumber = '', message, website }, host }) {
      // Bots that fill in every field get the same response.
      if (!website)
        await readStore(app, host, async tx => {
          const [page] = await tx`select from page where slug = ${contactPageSlug}`
          assertFound(page, 'page_not_found')
          await tx`
            select add_contact_message(
              ${name}, ${email}, ${orderNumber}, ${message.replaceAll('\r\n', '\n')})`
        })
      return `${storefrontForms.contact.path}?sent=1#contact-form`
    },
    render: ({ host, state, status }) =>
      renderStorePage(storefront, host, async ({ tx }) => {
        const page = await loadContentPage(tx, contactPageSlug, { ...state, isSent: false })
        return page === notFound ? page : { ...page, status }
      }),
  })
}
