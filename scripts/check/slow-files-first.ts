import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The test files that take longest. Vitest would start large files first, but some of these are small. */
export const slowFiles = [
  'server/db/backup/backup.test.ts',
  'server/testing/conformance/foreign-id.test.ts',
  'server/start.test.ts',
  'server/db/baseline.test.ts',
  'bench/run.test.ts',
  'server/import/parcel/import-parcel.test.ts',
  'server/storefront/page/section-html.test.ts',
  'server/import/import-routes.test.ts',
  'server/db/migrate-kill.test.ts',
  'server/import/customer/import-customer.test.ts',
  'server/lib/call/deadline.test.ts',
  'server/order/order-concurrency.test.ts',
  'server/import/odd-files.test.ts',
  'server/testing/conformance/every-call-audit.test.ts',
  'web/theme-editor/theme-editor-pages.test.tsx',
  'web/order/order-pages.test.tsx',
  'web/order/change/order-change-pages.test.tsx',
  'web/conversation/conversation-pages.test.tsx',
  'web/order/return/return-pages.test.tsx',
  'web/product/product-pages.test.tsx',
  'web/account/login/login-rate-limit.test.tsx',
]

type ProjectFile = { moduleId: string; project: { name: string } }

/**
 * Orders the slow files of each project first, so that the last worker does not run one alone at the
 * end. Vitest replaces a worker between files of two projects, and the new one imports all modules
 * again, which takes 3 to 4 seconds of CPU time. Therefore all files of a project follow one another.
 */
export const compareFiles = (a: ProjectFile, b: ProjectFile): number =>
  a.project.name.localeCompare(b.project.name) || getRank(a) - getRank(b)

export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sortedFiles = await super.sort(files)
    return sortedFiles.toSorted(compareFiles)
  }
}

function getRank({ moduleId }: ProjectFile): number {
  const rank = slowFiles.findIndex(path => moduleId.endsWith(`/${path}`))
  return rank === -1 ? slowFiles.length : rank
}
