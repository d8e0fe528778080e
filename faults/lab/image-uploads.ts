import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { z } from 'zod'
import type { FaultEnvironment } from './fault-environment.ts'

const UploadReply = z.object({ data: z.tuple([z.object({ url: z.string() })]) })

/** Returns the body of an upload of one image that no format compresses. */
export async function createImageForm(pixels: number): Promise<FormData> {
  const noise = Buffer.from(
    Array.from({ length: pixels * pixels * 3 }, () => Math.floor(Math.random() * 256)),
  )
  const image = await sharp(noise, { raw: { width: pixels, height: pixels, channels: 3 } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(image)]), 'noise.png')
  return form
}

/** Starts `count` parallel loops that upload images and read one that was acknowledged. */
export async function startImageUploads(
  environment: FaultEnvironment,
  getUrl: () => string,
  count: number,
) {
  const { 'content-type': _, ...headers } = await environment.createHeaders()
  const imagePaths: string[] = []
  const failures = new Map<string, number>()
  const body = await createImageForm(60)
  let isStopped = false
  const addFailure = (code: string) => failures.set(code, (failures.get(code) ?? 0) + 1)

  async function upload() {
    const reply = await fetch(`${getUrl()}/api/media/upload`, { method: 'POST', headers, body })
    const text = await reply.text()
    if (reply.status === 201) imagePaths.push(UploadReply.parse(JSON.parse(text)).data[0].url)
    else addFailure(`upload ${reply.status}`)
  }
  async function read(path: string) {
    const reply = await fetch(`${getUrl()}${path}`)
    await reply.arrayBuffer()
    if (reply.status !== 200) addFailure(`read ${reply.status}`)
  }
  const loops = Array.from({ length: count }, async () => {
    while (!isStopped) {
      const path = imagePaths[Math.floor(Math.random() * imagePaths.length)]
      await Promise.all([upload(), path && read(path)]).catch(() => addFailure('lost connection'))
      await sleep(100)
    }
  })
  return {
    failures,
    countAcknowledged: () => imagePaths.length,
    async stop() {
      isStopped = true
      await Promise.all(loops)
    },
    /** Returns the acknowledged images that the server does not deliver completely. */
    async listBroken(): Promise<string[]> {
      const broken: string[] = []
      for (const path of imagePaths) {
        const reply = await fetch(`${getUrl()}${path}`)
        const bytes = await reply.arrayBuffer()
        const isComplete = await sharp(bytes)
          .raw()
          .toBuffer()
          .then(
            () => reply.ok,
            () => false,
          )
        if (!isComplete) broken.push(path)
      }
      return broken
    },
  }
}
