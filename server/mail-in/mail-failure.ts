import type { MailFailure } from '#contract/desk/mail-in.ts'

const failuresByCode: Record<string, MailFailure> = {
  ENOENT: 'original_missing',
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  // Of PostgreSQL.
  '53100': 'disk_full',
}

/** Returns the reason that staff read. The libraries wrap the errors of the system. */
export function toMailFailure(error: unknown): MailFailure {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const failure = 'code' in cause ? failuresByCode[String(cause.code)] : undefined
    if (failure) return failure
    if (cause.name === 'AbortError' || cause.name === 'TimeoutError') return 'timeout'
  }
  return 'unexpected'
}
