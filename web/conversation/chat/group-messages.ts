import type { ConversationMessage } from '#contract/desk/message.ts'

type MessageGroup = {
  /** The day of the clock of the user on which the group begins a new day. */
  newDay: string | undefined
  messages: ConversationMessage[]
}

/** Messages of a person within this time are shown together. */
const groupMs = 5 * 60_000

/** Groups messages by their authors and days. `getDay` returns the day of a time. */
export function groupMessages(
  messages: readonly ConversationMessage[],
  getDay: (time: string) => string,
): MessageGroup[] {
  const groups: MessageGroup[] = []
  let previous: ConversationMessage | undefined
  for (const message of messages) {
    const day = getDay(message.createdAt)
    const isNewDay = !previous || getDay(previous.createdAt) !== day
    const last = groups.at(-1)
    if (last && previous && !isNewDay && isContinued(previous, message)) last.messages.push(message)
    else groups.push({ newDay: isNewDay ? day : undefined, messages: [message] })
    previous = message
  }
  return groups
}

const isContinued = (previous: ConversationMessage, message: ConversationMessage) =>
  previous.direction === message.direction &&
  previous.author?._id === message.author?._id &&
  Date.parse(message.createdAt) - Date.parse(previous.createdAt) < groupMs
