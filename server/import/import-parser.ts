import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import type { ImportKind } from '#contract/import/import-state.ts'
import { createErrorMessage } from '../lib/call/error-message.ts'
import { readEncodedFile } from '../lib/text/read-encoded-file.ts'
import { createEncodingWarning } from './file/import-csv.ts'
import {
  type ImportLists,
  type ParsedFileReply,
  type ParserSettings,
  takeBatches,
  takeProblems,
} from './import-batch.ts'
import { ImportFileError, isSystemError } from './import-problem.ts'

/**
 * The process that parses the file at its standard input with a memory limit of its own. Its first
 * message contains the settings. It sends a summary, then one part of a list for each message with
 * the name of the list, and undefined after the last part.
 */
async function parseFile({ kind, settings }: ParserSettings) {
  const { openFile, encoding } = await readEncodedFile(process.stdin, settings.encoding)
  const parse = await parserLoaders[kind]()
  const parsedFile = await parse(openFile, settings)
  if (encoding && !settings.encoding)
    parsedFile.problems.unshift(createEncodingWarning('encoding', encoding.encoding))
  return { ...parsedFile, encoding }
}

/** A file has one kind, and loading a parser takes longer than parsing a small file. */
const parserLoaders = {
  products: async () => (await import('./product/parse-product-file.ts')).parseProductFile,
  orders: async () => (await import('./order/parse-order-file.ts')).parseOrderFile,
  customers: async () => (await import('./customer/parse-customer-file.ts')).parseCustomerFile,
  parcels: async () => (await import('./parcel/parse-parcel-file.ts')).parseParcelFile,
} satisfies Record<ImportKind, unknown>

async function serveLists(parserSettings: ParserSettings) {
  try {
    const { problems, entries, ...file } = await parseFile(parserSettings)
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

const [parserSettings] = await once(process, 'message')
await serveLists(parserSettings)
// The server kills this process, which would not write the compiled modules at its exit.
flushCompileCache()
