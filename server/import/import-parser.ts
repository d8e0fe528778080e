import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import type { ImportKind } from '#contract/import/import-state.ts'
import { createErrorMessage } from '../lib/call/error-message.ts'
import { openDisk } from '../lib/file/disk.ts'
import { readEncodedFile } from '../lib/text/read-encoded-file.ts'
import { parseCustomerFile } from './customer/parse-customer-file.ts'
import { createEncodingWarning } from './file/import-csv.ts'
import {
  type ImportLists,
  type ImportSource,
  type ParsedFileReply,
  takeBatches,
  takeProblems,
} from './import-batch.ts'
import { ImportFileError, isSystemError } from './import-problem.ts'
import { parseOrderFile } from './order/parse-order-file.ts'
import { parseParcelFile } from './parcel/parse-parcel-file.ts'
import { parseProductFile } from './product/parse-product-file.ts'

/**
 * The process that parses the file of its first message with a memory limit of its own. It sends a
 * summary, then one part of a list for each message with the name of the list, and undefined after
 * the last part.
 */
async function parseFile({ dataDir, fileKey, kind, settings }: ImportSource) {
  const stream = await openDisk({ dataDir }, 'imports').getStream(fileKey)
  const { openFile, encoding } = await readEncodedFile(stream, settings.encoding)
  const parsedFile = await parsers[kind](openFile, settings)
  if (encoding && !settings.encoding)
    parsedFile.problems.unshift(createEncodingWarning('encoding', encoding.encoding))
  return { ...parsedFile, encoding }
}

const parsers = {
  products: parseProductFile,
  orders: parseOrderFile,
  customers: parseCustomerFile,
  parcels: parseParcelFile,
} satisfies Record<ImportKind, unknown>

async function serveLists(source: ImportSource) {
  try {
    const { problems, entries, ...file } = await parseFile(source)
    const batches = {
      problems: takeProblems(problems),
      entries: takeBatches<(typeof entries)[number]>(entries),
    }
    process.on('message', (list: keyof ImportLists<unknown>) =>
      process.send?.({ batch: batches[list].next().value }),
    )
    sendReply({ file })
  } catch (error) {
    sendReply(toErrorReply(error))
  }
}

/**
 * A file that causes an unexpected error once causes it each time, so it is rejected. Only errors of
 * the system, such as those of the disk, can disappear.
 */
function toErrorReply(error: unknown): ParsedFileReply<never> {
  if (error instanceof ImportFileError) return { rejection: error.errorMessage }
  return isSystemError(error)
    ? { error }
    : { rejection: createErrorMessage('import_file_unreadable'), cause: error }
}

const sendReply = (reply: ParsedFileReply<unknown>) => process.send?.(reply)

const [source] = await once(process, 'message')
await serveLists(source)
// The server kills this process, which would not write the compiled modules at its exit.
flushCompileCache()
