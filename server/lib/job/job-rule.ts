/**
 * The workers of a process that run a job: `import` the files of sellers, `images` the copies of
 * their images, `mail` received emails, `mailbox` the mailboxes of sellers, `campaign` emails to many
 * people, `slow` the work that no user waits for, `main` all other jobs.
 */
export type JobWorkers = 'main' | 'import' | 'images' | 'mail' | 'mailbox' | 'campaign' | 'slow'

export type JobRule = {
  /** How long a job may run, such as `30s` or `5m`. Then its worker takes the next job. */
  deadline: `${number}${'s' | 'm'}`
  /** The cron expression of a scheduled job. It runs once, however many processes there are. */
  cron?: string
  workers?: JobWorkers
}
export type JobRules = Readonly<Record<string, JobRule>>

/** The flag of jobs that workers for small files skip. */
export const largeImportFlag = 'large'

export class JobDeadlineError extends Error {
  constructor(task: string, deadline: string) {
    super(`The job ${task} did not end within ${deadline}.`)
    this.name = 'JobDeadlineError'
  }
}

/** Returns whether the signal of a job was aborted by its deadline, not by the stop of the process. */
export const isPastDeadline = (signal: AbortSignal | undefined) =>
  signal?.reason instanceof JobDeadlineError

export const toMilliseconds = (deadline: JobRule['deadline']) =>
  Number.parseInt(deadline, 10) * (deadline.endsWith('m') ? 60_000 : 1000)
