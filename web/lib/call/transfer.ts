import type { Route } from '#contract/lib/api.ts'
import { accessToken } from '../session/session.ts'
import { type AnyRoute, type Args, type Loose, urlOf } from './call.ts'
import { authHeaders, problemOf, readJson, renew, request } from './request.ts'
import { addTransfer } from './transfer-list.ts'

type Upload = {
  files: readonly File[]
  fields?: Record<string, string>
  onProgress?: (fraction: number) => void
  signal?: AbortSignal
}

/** Sends files as multipart, field `file`, and says how far it is (0–1). */
export async function upload<Q, B, R, P extends string>(
  route: Route<Q, B, R, P>,
  given: Upload,
): Promise<R> {
  const token = accessToken()
  const first = await post(route, given)
  if (first.status !== 401 || token === null) return replyOf<R>(first)
  await renew(token)
  return replyOf<R>(await post(route, given))
}

type Answer = { status: number; text: string; requestId: string | null }

function replyOf<R>({ status, text, requestId }: Answer): R {
  if (status < 200 || status > 299) throw problemOf(status, text, requestId)
  return (readJson(text) as { data: R }).data // written by the server from the same contract
}

// XMLHttpRequest, because fetch still cannot tell how much of a body has left.
function post(
  route: AnyRoute,
  { files, fields = {}, onProgress, signal }: Upload,
): Promise<Answer> {
  const form = new FormData()
  // Fields first: a server that reads the parts as they come then knows what the file is.
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const file of files) form.append('file', file)
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open(route.method, urlOf(route, {}))
    for (const [name, value] of Object.entries(authHeaders())) xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = event =>
      event.lengthComputable && onProgress?.(event.loaded / event.total)
    xhr.onload = () =>
      resolve({
        status: xhr.status,
        text: xhr.responseText,
        requestId: xhr.getResponseHeader('x-request-id'),
      })
    xhr.onerror = () => reject(problemOf(0, '', null))
    xhr.onabort = () => reject(new DOMException('Upload stopped', 'AbortError'))
    signal?.addEventListener('abort', () => xhr.abort())
    xhr.send(form)
  })
}

/**
 * Fetches a file with the session's token and hands it to the browser under the server's name for it. It goes on from
 * page to page, and wherever the list of transfers is shown it can be stopped.
 */
export async function download<Q, B, R, P extends string>(
  route: Route<Q, B, R, P>,
  args: Args<Q, B, P>,
): Promise<void> {
  const stopping = new AbortController()
  const transfer = addTransfer(() => stopping.abort())
  try {
    const answer = await request(urlOf(route, args as Loose), {
      method: route.method,
      signal: stopping.signal,
    }) // `Args` only narrows `Loose`
    const name =
      /filename="?([^";]+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ??
      `${route.feature}-${route.name}`
    saveFile(name, await gather(answer, bytes => transfer.told({ name, bytes })))
  } catch (error) {
    // Stopped by the person: nothing to tell them.
    if (!stopping.signal.aborted) throw error
  } finally {
    transfer.ended()
  }
}

async function gather(answer: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  const pieces: BlobPart[] = []
  let bytes = 0
  const reader = answer.body?.getReader()
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    // A Blob takes any bytes; the types distinguish shared memory, which a body never is.
    pieces.push(piece.value as BlobPart)
    bytes += piece.value.length
    onBytes(bytes)
  }
  return new Blob(pieces, { type: answer.headers.get('content-type') ?? '' })
}

/** Hands a file that is there already to the browser. */
export function saveFile(name: string, file: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has taken the blob once the click is through.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
