import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FieldError } from '#contract/lib/call/problem.ts'
import type {
  StorefrontForm,
  StorefrontFormError,
  StorefrontFormState,
} from '#contract/storefront/storefront-form.ts'
import { addLanguage, splitLanguage } from '#contract/storefront/storefront-language.ts'
import { type Problem, toProblem } from '../../lib/call/problem.ts'
import type { UploadedImage } from '../../lib/file/image-upload.ts'
import { decodeBody } from '../../lib/http/read-body.ts'
import { consumeRateLimit } from '../../lib/security/rate-limit.ts'
import { getStoreUrl } from '../../store/rule/store-url.ts'
import { type CachedPage, missingPage } from '../cache/page-cache.ts'
import type { StorefrontHost } from '../host/storefront-host.ts'
import { sendErrorPage } from '../page/error-page.ts'
import { type Storefront, sendNotFound, sendPage, sendPrivatePage } from '../page/serve-page.ts'
import { type FormBody, type FormImages, openFormBody } from './form-body.ts'

type FormContext<Fields> = {
  fields: Fields
  /** The texts of the form by field, as the shopper typed them. */
  values: Record<string, string>
  host: StorefrontHost
  request: FastifyRequest
  reply: FastifyReply
  /** The images of a form that accepts them. */
  images: UploadedImage[]
  /** Resets the rate limit of the form, after a correct password. */
  refundRateLimit: () => Promise<void>
}
type FormHandler<Fields> = {
  /**
   * Returns the path of the page that follows, or the page of a next step that writes nothing. Errors of
   * fields are problems, as in calls.
   */
  handle: (context: FormContext<Fields>) => Promise<string | CachedPage>
  /** Renders the page of the form with what the shopper typed. */
  render: (rejected: RejectedForm) => Promise<CachedPage>
  images?: FormImages
}
export type RejectedForm = {
  host: StorefrontHost
  request: FastifyRequest
  state: StorefrontFormState
  status: number
}

const maxBodyBytes = 64 * 1024
/** The errors that a shopper can correct. */
const shownStatuses = [409, 422, 429]

/** Accepts the bodies of forms. Browsers send files as multipart, which few forms accept. */
export function acceptForms(server: FastifyInstance) {
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: maxBodyBytes },
    async (_request: FastifyRequest, body: Buffer) => new URLSearchParams(decodeBody(body)),
  )
}

/**
 * Serves a form of the storefront, the only way to write: rejects forms of other sites, counts the
 * request, parses the fields by the contract and redirects. With errors it renders the form again.
 */
export function serveForm<Fields>(
  storefront: Storefront,
  form: StorefrontForm<Fields>,
  { handle, render, images: formImages }: FormHandler<Fields>,
) {
  const { app, server } = storefront
  server.post(form.path, async (request, reply) => {
    const { storefrontHost: host } = request
    const storeUrl = getStoreUrl(app.config, host.primaryHost)
    if (!isSameOrigin(request, storeUrl)) return sendErrorPage(storefront, request, reply, 403)
    const body = await openFormBody(request, formImages)
    if (!body) return sendErrorPage(storefront, request, reply, 415)
    const from = getPreviousPath(request, storeUrl)
    try {
      const { refund } = await consumeFormLimit(app, form.rateLimit, { request, body })
      const images = await body.readImages()
      const fields = form.fields.parse({ from, ...body.values })
      const result = await handle({
        fields,
        values: body.values,
        host,
        request,
        reply,
        images,
        refundRateLimit: refund,
      })
      if (typeof result !== 'string') return sendPrivatePage(request, reply, result)
      return reply
        .header('cache-control', 'no-store')
        .redirect(addLanguage(result, host.language, host.languages), 303)
    } catch (error) {
      const problem = toProblem(error)
      if (!shownStatuses.includes(problem.status)) throw error
      const { retryAfterSeconds } = problem.details
      if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds)
      const state = toFormState({ from, ...body.values }, problem)
      const page = await render({ host, request, state, status: problem.status })
      return page === missingPage
        ? sendNotFound(storefront, request, reply)
        : sendPage(request, reply, page)
    }
  })
}

/** Counts the request before its images are read. A rejected body is read to its end. */
const consumeFormLimit = (
  app: Storefront['app'],
  rule: StorefrontForm['rateLimit'],
  { request, body }: { request: FastifyRequest; body: FormBody },
) =>
  consumeRateLimit(app, rule, {
    source: request.ip,
    target: request.storefrontHost.storeId,
  }).catch(async error => {
    await body.discardImages()
    throw error
  })

/**
 * Returns whether a page of the store sent the form. Browsers report it; other clients have no
 * cookies of a shopper that another site could use. All stores of a domain are the same site, so
 * only the same origin is accepted.
 */
export function isSameOrigin({ headers }: FastifyRequest, origin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.origin === undefined || headers.origin === origin
}

/** Returns the path of the page that sent the form, without its language. */
function getPreviousPath({ headers, originalUrl }: FastifyRequest, storeUrl: string): string {
  const previous = URL.parse(headers.referer ?? '')
  if (previous?.origin !== storeUrl || previous.pathname === originalUrl) return '/'
  return splitLanguage(previous.pathname + previous.search).url
}

function toFormState(values: Record<string, string>, problem: Problem): StorefrontFormState {
  const { errors = [] } = problem.details
  return {
    values,
    errors: toFormErrors(errors),
    ...(errors.length === 0 && { error: toFormError(problem) }),
  }
}

/** Returns errors by field, as forms show them. */
export const toFormErrors = (errors: readonly FieldError[]): StorefrontFormState['errors'] =>
  Object.fromEntries(errors.map(error => [error.path, toFormError(error)]))

type FormError = { code: string; params?: Problem['params'] }

const toFormError = ({ code, params }: FormError): StorefrontFormError => ({
  code,
  count: typeof params?.['count'] === 'number' ? params['count'] : undefined,
  ...(typeof params?.['example'] === 'string' && { example: params['example'] }),
})
