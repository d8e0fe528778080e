import {
  type ConversationMessage,
  maxRemoteImages,
  messageApi,
  remoteImagePattern,
} from '#contract/desk/message.ts'
import { fetchFile } from '../lib/call/call-api.ts'

/** The document loads nothing: its images are data, and its frame allows no scripts. */
const head = `<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<style>body{margin:12px;font:14px/1.5 sans-serif;overflow-wrap:anywhere;color:#1d1d26;background:#fff}
img{max-width:100%;height:auto}</style>`

type MailParts = Pick<ConversationMessage, '_id' | 'files'>

/**
 * Returns the document of an email for a sandboxed frame. Images in the email are embedded, and those of other
 * servers only if the user asked for them.
 */
export async function buildMailDocument(
  html: string,
  { _id: id, files }: MailParts,
  showsRemoteImages: boolean,
): Promise<string> {
  const page = new DOMParser().parseFromString(
    showsRemoteImages ? numberRemoteImages(html) : html,
    'text/html',
  )
  const images = [...page.querySelectorAll<HTMLImageElement>('img[data-file], img[data-number]')]
  await Promise.all(
    images.map(async image => {
      const { file: position, number } = image.dataset
      const file = position === undefined ? undefined : files[Number(position)]
      if (number !== undefined)
        image.src = await loadImage(() =>
          fetchFile(messageApi.getRemoteImage, {
            params: { id },
            query: { position: Number(number) },
          }),
        )
      else if (file)
        image.src = await loadImage(() =>
          fetchFile(messageApi.getFile, { params: { id: file._id } }),
        )
    }),
  )
  return `<!doctype html><html><head>${head}</head><body>${page.body.innerHTML}</body></html>`
}

/** Marks the images by their position, by which the server finds their address. */
function numberRemoteImages(html: string): string {
  let count = 0
  return html.replaceAll(remoteImagePattern, (match, start: string) => {
    const number = count
    count += 1
    return number < maxRemoteImages ? `${start}data-number="${number}"` : match
  })
}

/** Returns an image as data, or no data if it cannot be loaded. */
async function loadImage(load: () => Promise<Blob>): Promise<string> {
  try {
    // Browsers detect the type of an image by its content. This one excludes SVG.
    return await toDataUrl(new Blob([await load()], { type: 'image/png' }))
  } catch {
    return 'data:,'
  }
}

const toDataUrl = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
