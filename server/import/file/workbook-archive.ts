import { type Unzipped, unzipSync } from 'fflate'
import { ImportFileError } from '../import-problem.ts'

export const workbookPath = 'xl/workbook.xml'
/** The properties of a document and the data of add-ins can be long and contain no sheets. */
const readableFiles = /^(?!docProps\/|customXml\/).*\.(xml|rels)$/s
const maxFiles = 1000
/** Fits the directory of an archive with `maxFiles`. */
const maxDirectoryBytes = 256 * 1024
/** The reader needs a multiple of this memory. */
const maxUnpackedBytes = 40 * 1024 * 1024

/**
 * Verifies that the directory at the end of a ZIP file names a workbook. Unpacks nothing.
 * @throws ImportFileError for other ZIP files
 */
export async function verifyWorkbookDirectory(file: AsyncIterable<Buffer>): Promise<void> {
  let end: Buffer = Buffer.alloc(0)
  for await (const chunk of file) end = Buffer.concat([end, chunk]).subarray(-maxDirectoryBytes)
  const directoryStart = end.indexOf('PK\x01\x02')
  if (directoryStart < 0) throw new ImportFileError('import_workbook_damaged')
  if (!end.includes(workbookPath, directoryStart)) throw new ImportFileError('import_zip')
}

/**
 * Unpacks the XML files of a workbook.
 * @throws ImportFileError for other ZIP files, and when the unpacked files are too large
 */
export function unpackWorkbook(bytes: Buffer): Unzipped {
  let fileCount = 0
  let packedBytes = 0
  let unpackedBytes = 0
  let unpackedFiles: Unzipped
  try {
    unpackedFiles = unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        fileCount += 1
        packedBytes += size
        // Files that share their bytes are larger together than the archive.
        if (packedBytes > bytes.length) throw new ImportFileError('import_workbook_damaged')
        const isNeeded = readableFiles.test(name)
        // A file that is stored without compression has its packed size.
        if (isNeeded) unpackedBytes += Math.max(size, originalSize)
        if (fileCount > maxFiles || unpackedBytes > maxUnpackedBytes)
          throw new ImportFileError('import_workbook_too_large')
        return isNeeded
      },
    })
  } catch (error) {
    throw error instanceof ImportFileError ? error : new ImportFileError('import_workbook_damaged')
  }
  if (!(workbookPath in unpackedFiles)) throw new ImportFileError('import_zip')
  return unpackedFiles
}
