import type { MultipartFile } from '@fastify/multipart'
import type { Disk } from 'flydrive'
import { maxImportBytes } from '#contract/import/import.ts'
import { ImportKind } from '#contract/import/import-state.ts'
import { createFieldProblem } from '../../lib/call/problem.ts'
import { detectCustomerFormat } from '../customer/customer-columns.ts'
import { ImportFileError, isSystemError } from '../import-problem.ts'
import { detectOrderFormat } from '../order/import-order-columns.ts'
import { detectParcelFormat } from '../parcel/parcel-columns.ts'
import { detectProductFormat } from '../product/detect-product-format.ts'
import { csvLimits, openCsv } from './import-csv.ts'
import { prependStart, readAtLeast } from './import-encoding.ts'
import { detectWorkbook } from './open-table.ts'
import { verifyWorkbookDirectory } from './workbook-archive.ts'

export type StoredImportFile = {
  kind: ImportKind
  fileName: string
  fileKey: string
  bytes: number
}

/**
 * Streams the uploaded file to the disk under a new key.
 * @throws Problem 422 when the file cannot be imported; the file is deleted
 */
export async function storeUpload(
  files: AsyncIterable<MultipartFile>,
  fields: Record<string, string>,
  disk: Disk,
  storeId: string,
): Promise<StoredImportFile> {
  const fileKey = `${storeId}/${crypto.randomUUID()}.csv`
  let storedFile: { fileName: string; bytes: number } | undefined
  try {
    for await (const file of files) {
      if (storedFile) throw createFieldProblem('file', 'import_one_file')
      storedFile = await saveFile(file, fileKey, disk)
    }
    if (!storedFile) throw createFieldProblem('file', 'import_file_missing')
    const kind = ImportKind.safeParse(fields['kind'])
    if (!kind.success)
      throw createFieldProblem('kind', 'invalid_value', { options: ImportKind.options.join(', ') })
    await verifyFile(await disk.getStream(fileKey), kind.data)
    return { kind: kind.data, fileKey, ...storedFile }
  } catch (error) {
    await disk.delete(fileKey).catch(() => {})
    throw error
  }
}

async function saveFile(
  { file, filename }: MultipartFile,
  key: string,
  disk: Disk,
): Promise<{ fileName: string; bytes: number }> {
  const fileName = (filename || 'import.csv')
    .normalize('NFC')
    .replace(/[\p{C}/\\]/gu, '')
    .slice(-200)
  const createTooLargeProblem = () =>
    createFieldProblem(
      'file',
      'import_file_too_large',
      { file: fileName, size: maxImportBytes / 1024 / 1024 },
      413,
    )
  // The parser ends the stream at the size limit of uploads.
  await disk.putStream(key, file).catch(error => {
    throw file.truncated ? createTooLargeProblem() : error
  })
  if (file.truncated) throw createTooLargeProblem()
  const { contentLength } = await disk.getMetaData(key)
  if (contentLength > maxImportBytes) throw createTooLargeProblem()
  return { fileName, bytes: contentLength }
}

const verifyHeaderByKind: Record<ImportKind, (header: readonly string[]) => unknown> = {
  products: detectProductFormat,
  orders: detectOrderFormat,
  customers: detectCustomerFormat,
  parcels: detectParcelFormat,
}

/** The upload parses only these, because parsing blocks other requests. */
const headerBytes = 65_536
const headerLimits = { ...csvLimits, cells: csvLimits.columns }

/**
 * Verifies the header of a CSV file by its first bytes. The job of the import reads the header of a
 * workbook.
 */
async function verifyFile(
  stream: NodeJS.ReadableStream & AsyncIterable<Buffer> & { destroy: () => unknown },
  kind: ImportKind,
): Promise<void> {
  try {
    const { file, isWorkbook } = await detectWorkbook(stream)
    if (isWorkbook) return await verifyWorkbookDirectory(file)
    const source = file[Symbol.asyncIterator]()
    const { start } = await readAtLeast(source, headerBytes)
    const { header } = await openCsv(prependStart(start, source, true), headerLimits)
    verifyHeaderByKind[kind](header)
  } catch (error) {
    if (error instanceof ImportFileError) throw createFieldProblem('file', error.errorMessage)
    // The job of the import reads the file again, and logs an unexpected error.
    if (isSystemError(error)) throw error
  } finally {
    stream.destroy()
  }
}
