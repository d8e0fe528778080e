import type { Route } from '#contract/lib/api.ts'
import { getAccessToken } from '../session/session.ts'
import { type AnyRoute, buildRequestUrl, type RouteArgs, type UntypedArgs } from './call-api.ts'
import { authHeaders, parseJson, refreshSession, request, toApiError } from './request.ts'
import { startTransfer } from './transfer-store.ts'

type UploadRequest = {
  files: readonly File[]
  fields?: Record<string, string>
  onProgress?: (fraction: number) => void
  signal?: AbortSignal
}

/** Sends files as multipart, field `file`, and says how far it is (0–1). */
export async function upload<Q, B, R, P extends string>(
  route: Route<Q, B, R, P>,
  uploadRequest: UploadRequest,
): Promise<R> {
  const token = getAccessToken()
  const response = await sendUpload(route, uploadRequest)
  if (response.status !== 401 || token === null) return parseReply<R>(response)
  await refreshSession(token)
  return parseReply<R>(await sendUpload(route, uploadRequest))
}

type UploadResponse = { status: number; text: string; requestId: string | null }

function parseReply<R>({ status, text, requestId }: UploadResponse): R {
  if (status < 200 || status > 299) throw toApiError(status, text, requestId)
  return (parseJson(text) as { data: R }).data // written by the server from the same contract
}

// XMLHttpRequest, because fetch still cannot tell how much of a body has left.
function sendUpload(
  route: AnyRoute,
  { files, fields = {}, onProgress, signal }: UploadRequest,
): Promise<UploadResponse> {
  const form = new FormData()
  // Fields first: a server that reads the parts as they come then knows what the file is.
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const file of files) form.append('file', file)
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open(route.method, buildRequestUrl(route, {}))
    for (const [name, value] of Object.entries(authHeaders())) xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = event =>
      event.lengthComputable && onProgress?.(event.loaded / event.total)
    xhr.onload = () =>
      resolve({
        status: xhr.status,
        text: xhr.responseText,
        requestId: xhr.getResponseHeader('x-request-id'),
      })
    xhr.onerror = () => reject(toApiError(0, '', null))
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
  args: RouteArgs<Q, B, P>,
): Promise<void> {
  const abortController = new AbortController()
  const transfer = startTransfer(() => abortController.abort())
  try {
    const response = await request(buildRequestUrl(route, args as UntypedArgs), {
      method: route.method,
      signal: abortController.signal,
    }) // `Args` only narrows `Loose`
    const name =
      /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1] ??
      `${route.feature}-${route.name}`
    saveFile(name, await readBlob(response, bytes => transfer.update({ name, bytes })))
  } catch (error) {
    // Stopped by the person: nothing to tell them.
    if (!abortController.signal.aborted) throw error
  } finally {
    transfer.finish()
  }
}

async function readBlob(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  const chunks: BlobPart[] = []
  let bytes = 0
  const reader = response.body?.getReader()
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    // A Blob takes any bytes; the types distinguish shared memory, which a body never is.
    chunks.push(chunk.value as BlobPart)
    bytes += chunk.value.length
    onBytes(bytes)
  }
  return new Blob(chunks, { type: response.headers.get('content-type') ?? '' })
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
