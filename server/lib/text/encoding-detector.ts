import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { detectEncoding } from './detect-encoding.ts'

// The process that detects the encoding of the bytes of its first message.
const [bytes] = await once(process, 'message')
process.send?.(await detectEncoding(Buffer.from(bytes)))
// The server kills this process, which would not write the compiled modules at its exit.
flushCompileCache()
