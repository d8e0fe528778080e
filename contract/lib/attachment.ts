export const maxAttachmentMegabytes = 10
export const maxAttachmentBytes = maxAttachmentMegabytes * 1024 * 1024
/** The types of files that staff can attach, for the selection of files. */
export const attachmentTypes = [
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'text/plain',
] as const
export type AttachmentType = (typeof attachmentTypes)[number]
