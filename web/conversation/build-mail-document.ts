import { type ConversationMessage, listRemoteImages, messageApi } from '#contract/desk/message.ts'
import { fetchFile } from '../lib/call/call-api.ts'

/** The document loads nothing: its images are data, and its frame allows no scripts. */
const head = `<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<style>body{margin:12px;font:14px/1.5 sans-serif;overflow-wrap:anywhere;color:#1d1d26;background:#fff}
img{max-width:100%;height:auto}</style>`

type MailParts = Pick<ConversationMessage, '_id' | 'files'>
type BuildOptions = { showsRemoteImages: boolean; signal: AbortSignal }

/** Of files of the email. Further ones are not shown. */
const maxFileImages = 50
/** The most images as data, which a document repeats where an image is repeated. */
const maxDataLength = 40_000_000
const concurrentDownloads = 4

/**
 * Returns the document of an email for a sandboxed frame. Images in the email are embedded, and those of other
 * servers only if the user asked for them.
 */
export async function buildMailDocument(
  html: string,
  message: MailParts,
  { showsRemoteImages, signal }: BuildOptions,
): Promise<string> {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const elements = [
    ...groupElements(page, 'file', maxFileImages).map(([position, images]) => {
      const file = message.files[Number(position)]
      return { images, load: file && (() => fetchFileImage(file._id, signal)) }
    }),
    ...(showsRemoteImages ? groupRemoteImages(page, html) : []).map(([position, images]) => ({
      images,
      load: () => fetchRemoteImage(message._id, position, signal),
    })),
  ]
  let dataLength = 0
  // The workers take the next images from one iterator.
  const waiting = elements.values()
  const work = async () => {
    for (const { images, load } of waiting) {
      if (!load || dataLength > maxDataLength) continue
      const data = await loadImage(load)
      for (const image of images) {
        dataLength += data.length
        if (dataLength <= maxDataLength) image.src = data
      }
    }
  }
  await Promise.all(Array.from({ length: concurrentDownloads }, work))
  signal.throwIfAborted()
  return `<!doctype html><html><head>${head}</head><body>${page.body.innerHTML}</body></html>`
}

const fetchFileImage = (id: string, signal: AbortSignal) =>
  fetchFile(messageApi.getFile, { params: { id } }, { signal })

const fetchRemoteImage = (id: string, position: number, signal: AbortSignal) =>
  fetchFile(messageApi.getRemoteImage, { params: { id }, query: { position } }, { signal })

/** Returns the images by the value of an attribute, so that a repeated one is loaded once. */
function groupElements(
  page: Document,
  attribute: 'file' | 'src',
  limit: number,
): [string, HTMLImageElement[]][] {
  const images = [...page.querySelectorAll<HTMLImageElement>(`img[data-${attribute}]`)]
  return [...Map.groupBy(images, ({ dataset }) => dataset[attribute] ?? '')].slice(0, limit)
}

/** The server finds the address by its position in the HTML, which the order of the parsed elements can differ from. */
function groupRemoteImages(page: Document, html: string): [number, HTMLImageElement[]][] {
  const addresses = listRemoteImages(html)
  return groupElements(page, 'src', addresses.length)
    .map(([address, images]): [number, HTMLImageElement[]] => [addresses.indexOf(address), images])
    .filter(([position]) => position >= 0)
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
