import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ImageEncoderReply, ImageEncoderSettings, ImageToEncode } from './image-source.ts'

/**
 * Creates the files of images for shoppers, one after another, and returns the widths of the files
 * of each. AVIF takes about a second of CPU time per image and keeps much memory, so a process of
 * its own does it with a low priority.
 */
export async function encodeImageFiles(
  { dataDir }: ImageEncoderSettings,
  images: readonly ImageToEncode[],
  signal: AbortSignal | undefined,
): Promise<number[][]> {
  let encoder: ChildProcess | undefined
  const results: number[][] = []
  try {
    for (const image of images) {
      signal?.throwIfAborted()
      encoder ??= startEncoder({ dataDir })
      const reply = await encode(encoder, image, signal)
      if (reply && 'error' in reply) throw reply.error
      // A process that ends has too little memory for the image.
      if (!reply) encoder = undefined
      results.push(reply?.widths ?? [])
    }
    return results
  } finally {
    encoder?.kill('SIGKILL')
  }
}

/** The environment of an encoder. Secrets of the server are not in it. */
const encoderVariables = ['NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX', 'SystemRoot']

function startEncoder(settings: ImageEncoderSettings): ChildProcess {
  const variables = Object.entries(process.env).filter(([name]) => encoderVariables.includes(name))
  const encoder = fork(join(import.meta.dirname, 'image-encoder.ts'), {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=64'],
    env: Object.fromEntries(variables),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // An error while no reply is awaited would end this process.
  encoder.on('error', () => {})
  encoder.send(settings, ignoreSendError)
  return encoder
}

/** The encoder has exited then, which ends the wait for its reply. */
const ignoreSendError = () => {}

/** An image takes seconds of CPU time, but the encoder has a low priority on a busy machine. */
const imageDeadlineMs = 5 * 60_000

/** Returns undefined if the encoder ends before its reply, or does not reply in time. */
async function encode(
  encoder: ChildProcess,
  image: ImageToEncode,
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
