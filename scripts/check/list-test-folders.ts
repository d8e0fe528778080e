import { dirname } from 'node:path'

/** Folders whose tests have a folder with the name of the subject, such as `server/order/`. */
const subjectFolders = /^(?:contract|server\/db\/functions)\/(?<subject>[^/]+)\//

/**
 * Returns the folders with the tests of changed files: their own, that of the server for SQL functions,
 * and those of the server and the pages for contracts. Files at the top of a part, such as
 * `server/app.ts`, select no folder.
 */
export function listTestFolders(changedFiles: readonly string[]): string[] {
  const folders = changedFiles
    .filter(path => /^(contract|server|web|storefront|scripts|bench|docs)\/.+\//.test(path))
    .flatMap(path => {
      const subject = subjectFolders.exec(path)?.groups?.['subject']
      return [
        `${dirname(path)}/`,
        ...(subject ? [`server/${subject}/`] : []),
        ...(subject && path.startsWith('contract/') ? [`web/${subject}/`] : []),
      ]
    })
  const distinctFolders = [...new Set(folders)]
  return distinctFolders.filter(
    folder => !distinctFolders.some(other => other !== folder && folder.startsWith(other)),
  )
}
