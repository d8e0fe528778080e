import { z } from 'zod'
import { HexColor } from '../lib/color.ts'
import { singleLineText, Timestamp } from '../lib/schemas.ts'
import { LinkTarget } from '../lib/text/link-target.ts'

const announcementMessage = { text: singleLineText(140), link: LinkTarget }
/** Including the first message. */
export const maxAnnouncements = 5
/** The messages above the header of the store. */
export const Announcement = z.object({
  enabled: z.boolean(),
  ...announcementMessage,
  furtherMessages: z.array(z.object(announcementMessage)).max(maxAnnouncements - 1),
  background: HexColor,
  color: HexColor,
  startsAt: Timestamp.nullable(),
  endsAt: Timestamp.nullable(),
  dismissible: z.boolean(),
})
