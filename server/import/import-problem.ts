import type { ImportProblem } from '#contract/import.ts'

/** The whole file is refused, with one sentence for the person who chose it. */
export class ImportFileError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.name = 'RefusedFile'
    this.code = code
  }
}

/** Nothing after this row could be read, so that what came just before may be incomplete. */
export const isFileTruncated = ({ code }: ImportProblem) =>
  code === 'quote_not_closed' || code === 'cell_too_long'

export type ReportProblem = (problem: ImportProblem) => void

/** Shown in a message, so that one endless cell does not become an endless report. */
export const quoteForMessage = (text: string) =>
  `“${text.length > 60 ? `${text.slice(0, 57)}…` : text}”`
