/** The text of each notification about an import. */
export const importTitles = {
  import_ready: 'notification.title.importReady',
  import_done: 'notification.title.importCompleted',
  import_failed: 'notification.title.importFailed',
} as const

export type ImportNotificationKind = keyof typeof importTitles
