import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The test files that take longest. Vitest would start large files first, but some of these are small. */
export const slowFiles = [
  'server/testing/conformance/foreign-id.test.ts',
  'server/import/customer/import-customer.test.ts',
  'server/db/baseline.test.ts',
  'server/import/import-move.test.ts',
  'server/start.test.ts',
  'server/import/file/open-workbook.test.ts',
  'server/testing/conformance/every-call-audit.test.ts',
  'server/db/backup/backup.test.ts',
  'server/import/import-routes.test.ts',
  'server/testing/conformance/every-input.test.ts',
  'server/import/odd-files.test.ts',
  'server/storefront/page/section-html.test.ts',
  'server/import/parcel/import-parcel.test.ts',
  'server/db/migrate-kill.test.ts',
  'server/media/encode-images-job.test.ts',
  'server/lib/file/image.test.ts',
  'bench/run.test.ts',
]

/** Starts the slow files first, so that the last worker does not run one alone at the end. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sortedFiles = await super.sort(files)
    return sortedFiles.toSorted((a, b) => getRank(a) - getRank(b))
  }
}

function getRank({ moduleId }: TestSpecification): number {
  const rank = slowFiles.findIndex(path => moduleId.endsWith(`/${path}`))
  return rank === -1 ? slowFiles.length : rank
}
