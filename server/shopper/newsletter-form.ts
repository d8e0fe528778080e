import { formatNewsletterConsent } from '#contract/store/consent-texts.ts'
import { emptyFormState, storefrontForms } from '#contract/storefront/storefront-form.ts'
import { type RejectedForm, serveForm } from '../storefront/form/serve-form.ts'
import { readStore } from '../storefront/page/read-store.ts'
import { renderStorePage, type Storefront, sendPrivatePage } from '../storefront/page/serve-page.ts'

const { path } = storefrontForms.newsletter

/**
 * Serves the form for the newsletter. Its reply is the same for every email, so that it does not
 * show who is a subscriber.
 */
export function serveNewsletter(storefront: Storefront) {
  const { app, server } = storefront
  const render = ({ host, state, status }: Omit<RejectedForm, 'request'>, isSent = false) =>
    renderStorePage(storefront, host, () => ({
      content: { kind: 'newsletter', form: state, isSent },
      head: { title: '', description: '', canonicalPath: path },
      status,
    }))
  server.get(path, async (request, reply) => {
    const { storefrontHost: host, query } = request
    const isSent = query !== null && typeof query === 'object' && 'sent' in query
    const page = await render({ host, state: emptyFormState, status: 200 }, isSent)
    return sendPrivatePage(request, reply.header('x-robots-tag', 'noindex'), page)
  })
  serveForm(storefront, storefrontForms.newsletter, {
    async handle({ fields: { email, website, from }, host }) {
      // Bots that fill in every field get the same response.
      if (!website)
        await readStore(app, host, async tx => {
          const [store] = await tx<{ name: string }[]>`
            select name from store where id = current_store()`
          const consent = formatNewsletterConsent(host.language, store?.name ?? '')
          await tx`select request_subscription(${email}, ${host.language}, ${consent}, ${from})`
        })
      return `${path}?sent=1`
    },
    render: rejected => render(rejected),
  })
}
