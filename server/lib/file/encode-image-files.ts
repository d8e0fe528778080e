import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Disk } from 'flydrive'
import { imageWidths } from '#contract/lib/image.ts'
import {
  type ImageEncoderReply,
  type ImageSource,
  type ImageToEncode,
  sourceFileName,
} from './image-source.ts'

/**
 * Creates the files of images for shoppers, one after another, and returns the widths of the files
 * of each. AVIF takes about a second of CPU time per image and keeps much memory, so a process of
 * its own does it with a low priority. It receives bytes and returns files, so it needs no access to
 * the disk.
 */
export async function encodeImageFiles(
  disk: Disk,
  images: readonly ImageToEncode[],
  signal: AbortSignal | undefined,
): Promise<number[][]> {
  let encoder: ChildProcess | undefined
  const results: number[][] = []
  try {
    for (const image of images) {
      signal?.throwIfAborted()
      const bytes = await readSource(disk, image.folder)
      if (!bytes) {
        results.push([])
        continue
      }
      encoder ??= startEncoder()
      const reply = await encode(encoder, { bytes }, signal)
      if (reply && 'error' in reply) throw reply.error
      // A process that ends has too little memory for the image.
      if (!reply) encoder = undefined
      for (const file of reply?.files ?? [])
        await disk.put(`${image.folder}/${file.name}`, file.bytes)
      results.push(reply?.widths ?? [])
    }
    return results
  } finally {
    encoder?.kill('SIGKILL')
  }
}

/**
 * Images of earlier versions have no source. Their largest file is the source. Returns undefined if
 * the image has no files.
 */
async function readSource(disk: Disk, folder: string): Promise<Uint8Array | undefined> {
  for (const name of [sourceFileName, `${Math.max(...imageWidths)}.webp`])
    if (await disk.exists(`${folder}/${name}`)) {
      const bytes = await disk.getBytes(`${folder}/${name}`)
      if (bytes.length > 0) return bytes
    }
  return undefined
}

/** The environment of an encoder. Secrets of the server are not in it. */
const encoderVariables = ['NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX', 'SystemRoot']

function startEncoder(): ChildProcess {
  const variables = Object.entries(process.env).filter(([name]) => encoderVariables.includes(name))
  const encoder = fork(join(import.meta.dirname, 'image-encoder.ts'), {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=64'],
    env: Object.fromEntries(variables),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // An error while no reply is awaited would end this process.
  encoder.on('error', () => {})
  return encoder
}

/** The encoder has exited then, which ends the wait for its reply. */
const ignoreSendError = () => {}

/** An image takes seconds of CPU time, but the encoder has a low priority on a busy machine. */
const imageDeadlineMs = 5 * 60_000

/** Returns undefined if the encoder ends before its reply, or does not reply in time. */
async function encode(
  encoder: ChildProcess,
  image: ImageSource,
  signal: AbortSignal | undefined,
): Promise<ImageEncoderReply | undefined> {
  const exit = new AbortController()
  const onExit = () => exit.abort()
  encoder.once('close', onExit)
  const timer = setTimeout(() => encoder.kill('SIGKILL'), imageDeadlineMs)
  encoder.send(image, ignoreSendError)
  try {
    const [reply] = await once(encoder, 'message', {
      signal: signal ? AbortSignal.any([exit.signal, signal]) : exit.signal,
    })
    return reply
  } catch (error) {
    if (!exit.signal.aborted || signal?.aborted) throw error
    return undefined
  } finally {
    clearTimeout(timer)
    encoder.off('close', onExit)
  }
}
