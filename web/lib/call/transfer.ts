import type { Route } from '#contract/lib/call/api.ts'
import { dataPositionHeader } from '#contract/lib/call/data-position.ts'
import { toast } from '../page/toast.ts'
import { getAccessToken } from '../session/session.ts'
import { type AnyRoute, buildRequestUrl, type RouteArgs, type UntypedArgs } from './call-api.ts'
import { trackDataPosition } from './data-position.ts'
import { createAuthHeaders, parseJson, refreshSession, request, toApiError } from './request.ts'
import { startTransfer } from './transfer-store.ts'

type UploadRequest = {
  params?: Record<string, string>
  files: readonly File[]
  fields?: Record<string, string>
  onProgress?: (fraction: number) => void
  signal?: AbortSignal
}

/**
 * Sends files as multipart, in the field `file`. `onProgress` receives the sent part, from 0 to 1.
 */
export async function uploadFile<Q, B, R, P extends string>(
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
  return (parseJson(text) as { data: R }).data // the server serializes replies by the contract
}

// XMLHttpRequest, because fetch does not report the progress of an upload.
function sendUpload(
  route: AnyRoute,
  { params, files, fields = {}, onProgress, signal }: UploadRequest,
): Promise<UploadResponse> {
  const form = new FormData()
  // Fields first: the server reads the parts in order and needs the fields for the file.
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const file of files) form.append('file', file)
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open(route.method, buildRequestUrl(route, { params }))
    for (const [name, value] of Object.entries(createAuthHeaders()))
      xhr.setRequestHeader(name, value)
    const recordPosition = trackDataPosition()
    xhr.upload.onprogress = event =>
      event.lengthComputable && onProgress?.(event.loaded / event.total)
    xhr.onload = () => {
      recordPosition(xhr.getResponseHeader(dataPositionHeader))
      resolve({
        status: xhr.status,
        text: xhr.responseText,
        requestId: xhr.getResponseHeader('x-request-id'),
      })
    }
    xhr.onerror = () => reject(toApiError(0, '', null))
    xhr.onabort = () => reject(new DOMException('The user stopped the upload', 'AbortError'))
    signal?.addEventListener('abort', () => xhr.abort())
    xhr.send(form)
  })
}

/**
 * Downloads a file with the access token and saves it under `fileName`, or the name that the server
 * sends. The
 * download continues when the user opens another page, and can be stopped in the list of transfers.
 */
export async function download<Q, B, R, P extends string>(
  route: Route<Q, B, R, P>,
  args: RouteArgs<Q, B, P>,
  fileName?: string,
): Promise<void> {
  const abortController = new AbortController()
  const transfer = startTransfer(() => abortController.abort())
  try {
    const response = await request(buildRequestUrl(route, args as UntypedArgs), {
      method: route.method,
      signal: abortController.signal,
    })
    const name =
      fileName ??
      /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1] ??
      `${route.feature}-${route.name}`
    saveFile(name, await readBlob(response, bytes => transfer.update({ name, bytes })))
  } catch (error) {
    // No error if the user stopped the download.
    if (!abortController.signal.aborted) throw error
  } finally {
    transfer.finish()
  }
}

/** Like `download`, and shows an error as a toast. */
export function startDownload<Q, B, R, P extends string>(
  route: Route<Q, B, R, P>,
  args: RouteArgs<Q, B, P>,
  fileName?: string,
): void {
  download(route, args, fileName).catch(error => toast.errorUnlessHandled(error))
}

async function readBlob(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  const chunks: BlobPart[] = []
  let bytes = 0
  const reader = response.body?.getReader()
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    // The type of a chunk also allows shared memory, which a response never uses.
    chunks.push(chunk.value as BlobPart)
    bytes += chunk.value.length
    onBytes(bytes)
  }
  return new Blob(chunks, { type: response.headers.get('content-type') ?? '' })
}

/** Saves a file through the browser. */
export function saveFile(name: string, file: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // By then the browser has read the blob.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
