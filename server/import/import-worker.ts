import { parentPort, workerData } from 'node:worker_threads'
import { openDisk } from '../lib/file/disk.ts'
import { parseCustomerFile } from './customer/parse-customer-file.ts'
import {
  type ImportParts,
  type ImportSource,
  type ParsedFileReply,
  takeBatches,
  takeProblems,
} from './import-parts.ts'
import { ImportFileError } from './import-problem.ts'
import { parseOrderFile } from './order/parse-order-file.ts'
import { parseProductFile } from './product/parse-product-file.ts'

/**
 * The thread that parses one file with a memory limit of its own. It first sends a summary, then
 * one part of a list for each message with the name of the list, and undefined after the last part.
 */
async function parseFile({ dataDir, fileKey, kind, settings }: ImportSource) {
  const stream = await openDisk({ dataDir }, 'imports').getStream(fileKey)
  if (kind === 'customers') return parseCustomerFile(stream, settings)
  return kind === 'orders' ? parseOrderFile(stream, settings) : parseProductFile(stream, settings)
}

async function serveParts(source: ImportSource) {
  try {
    const { problems, entries, ...file } = await parseFile(source)
    const parts = {
      problems: takeProblems(problems),
      entries: takeBatches<(typeof entries)[number]>(entries),
    }
    parentPort?.on('message', (list: keyof ImportParts<unknown>) =>
      parentPort?.postMessage(parts[list].next().value),
    )
    sendReply({ file, rejection: null })
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error
    sendReply({ file: null, rejection: error.errorMessage })
  }
}

const sendReply = (reply: ParsedFileReply<unknown>) => parentPort?.postMessage(reply)

await serveParts(workerData)
